import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Lease } from '../../platform/database/leases.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import {
  type FakePaymentService,
  type FakeRecord,
  startFakePaymentService,
} from '../../sync/fake-payment-service.test-kit.ts'
import { createSyncHarness, type SyncHarness } from '../../sync/sync-harness.test-kit.ts'

const pending = { state: 'PENDING', reason: 'STARTING_TRANSACTION' }
const success = { state: 'SUCCESS', reason: 'OK' }
const cancelled = { state: 'CANCELLED', reason: 'CANCELLED' }
const documents = { state: 'PROCESSING_DOCUMENT', reason: 'X', steps: { docs: 'NA', kyc: 'NA' } }
const minute = 60_000
const hour = 60 * minute

describe.each(databaseKinds)('discrepancies follow the facts (%s)', (backing) => {
  let made: TestStore
  let service: FakePaymentService
  let office: SyncHarness
  let lease: Lease

  beforeAll(async () => {
    made = await createTestStore(backing)
    service = await startFakePaymentService()
  })
  beforeEach(async () => {
    await made.store.db.deleteFrom('read_queue').execute()
    service.answer(200)
    office = createSyncHarness(made, service)
    lease = await office.lease()
  })
  afterAll(async () => {
    await service.stop()
    await made.remove()
  })

  const items = (id: string) =>
    made.store.db
      .selectFrom('discrepancies')
      .selectAll()
      .where('transaction_id', '=', id)
      .orderBy('seq')
      .execute()
  const open = async (id: string) =>
    (await items(id)).filter(({ closed_at }) => closed_at === null).map(({ kind }) => kind)
  const planned = async (id: string) => (await office.row(id))?.next_read_at ?? null

  const read = (id: ReturnType<SyncHarness['id']>, record: FakeRecord | null, after = minute) =>
    office.tell(id, record, lease, after)

  it('opens between two reads, closes by the facts, and opens again as a new discrepancy', async () => {
    const id = office.id()
    await read(id, pending)
    const before = office.clock.now
    await read(id, documents)
    const [first] = await items(id)
    expect(first).toMatchObject({
      kind: 'documents_without_step',
      state: 'PROCESSING_DOCUMENT',
      opened_from: before,
      opened_to: office.clock.now,
      closed_at: null,
      explained: 0,
      version: 1,
    })
    expect(first?.id).toMatch(/^x_[0-9a-z]{20}$/)
    expect(await office.changes(first?.id ?? '')).toMatchObject([{ kind: 'discrepancy', version: 1 }])
    // Read the same again: no change is published.
    await read(id, documents)
    expect(await items(id)).toEqual([first])
    await read(id, pending)
    expect(await items(id)).toMatchObject([{ id: first?.id, closed_at: office.clock.now, version: 2 }])
    expect((await office.changes(first?.id ?? '')).map(({ version }) => version)).toEqual([1, 2])
    await read(id, documents)
    const all = await items(id)
    expect(all.map(({ closed_at }) => closed_at === null)).toEqual([false, true])
    expect(all[1]?.id).not.toBe(first?.id)
  })

  it('closes no earlier than it opened, even if the clock was set back', async () => {
    const id = office.id()
    await read(id, pending)
    await read(id, documents)
    await read(id, pending, -25 * hour)
    const [item] = await items(id)
    expect(item?.closed_at).toBe(item?.opened_to)
    expect(item?.opened_to).toBeGreaterThan(office.clock.now)
  })

  it('updates state and amount while it is open', async () => {
    const id = office.id()
    service.records.set(id, documents)
    await office.receive({ transaction: id, event: 'payment_success', ...documents })
    await office.drain(lease)
    expect(await items(id)).toMatchObject([{ amount_minor: null, version: 1 }])
    const amount = { amount: '1250', currency: 'EUR' }
    office.clock.now += minute
    await office.receive({ transaction: id, event: 'payment_success', ...documents, amount })
    await office.drain(lease)
    expect(await items(id)).toMatchObject([{ amount_minor: 1_250, currency: 'EUR', version: 2 }])
  })

  it('stays unchanged if a read fails or the transaction is not found', async () => {
    const id = office.id()
    await read(id, documents)
    const before = await items(id)
    service.answer(503)
    await office.ask(id)
    await office.drain(lease)
    expect(await items(id)).toEqual(before)
    service.answer(200)
    await read(id, null, hour)
    expect(await office.row(id)).toMatchObject({ gone: 1 })
    expect(await items(id)).toEqual(before)
  })

  it('keeps a changed customer open until the record names the former one again', async () => {
    const id = office.id()
    await read(id, { ...pending, rid: 'cust-first-1' })
    const former = (await office.row(id))?.customer
    await read(id, { ...pending, rid: 'cust-second-1' })
    expect(await items(id)).toMatchObject([
      { kind: 'other_customer', previous_customer: former, closed_at: null },
    ])
    for (const after of [10 * minute, hour]) await read(id, { ...pending, rid: 'cust-second-1' }, after)
    expect(await open(id)).toEqual(['other_customer'])
    await read(id, { ...pending, rid: 'cust-first-1' })
    expect(await open(id)).toEqual([])
  })

  describe('changes by time alone', () => {
    it('reads an expired transaction ten minutes later, and again until it ends', async () => {
      const id = office.id()
      const expiry = office.clock.now + 40 * minute
      const lapsing = { ...pending, expires_at: new Date(expiry).toISOString() }
      await read(id, lapsing)
      await read(id, lapsing, 45 * minute)
      expect(await open(id)).toEqual([])
      expect(await planned(id)).toBe(expiry + 10 * minute)
      await read(id, lapsing, expiry + 10 * minute - office.clock.now)
      expect(await open(id)).toEqual(['expired_but_open'])
      expect(await planned(id)).toBeLessThanOrEqual(office.clock.now + hour)
      await read(id, { ...cancelled }, 5 * minute)
      expect(await open(id)).not.toContain('expired_but_open')
    })

    it('checks an announced end two minutes later', async () => {
      const id = office.id()
      service.records.set(id, pending)
      await office.receive({ transaction: id, event: 'transaction_accepted', ...success })
      const heard = office.clock.now
      await office.drain(lease)
      expect(await open(id)).toEqual([])
      expect(await planned(id)).toBe(heard + 2 * minute)
      await read(id, pending, 2 * minute)
      expect(await open(id)).toEqual(['end_announced_but_open'])
      await read(id, success)
      expect(await open(id)).toEqual([])
    })

    it('reads an unannounced end after ten minutes, and closes it by the late notification', async () => {
      const id = office.id()
      await read(id, pending)
      await read(id, { ...success, capture: 'SUCCESS' })
      const ended = office.clock.now
      await read(id, { ...success, capture: 'SUCCESS' }, 2 * minute)
      expect(await office.row(id)).toMatchObject({ finality: 'confirmed_by_second_read' })
      expect(await planned(id)).toBe(ended + 10 * minute)
      // Receive a notification of another transaction, so that notifications do arrive.
      const other = office.id()
      service.records.set(other, pending)
      await office.receive({ transaction: other, event: 'payment_success', ...pending })
      await read(id, { ...success, capture: 'SUCCESS' }, 8 * minute)
      expect(await open(id)).toEqual(['end_not_announced'])
      // Expect further reads at growing intervals.
      const next = await planned(id)
      expect(next).toBe(office.clock.now + 10 * minute)
      await read(id, { ...success, capture: 'SUCCESS' }, 3 * hour)
      expect(await planned(id)).toBe(ended + 6 * hour)
      await read(id, { ...success, capture: 'SUCCESS' }, 5 * hour)
      expect(await planned(id)).toBe(office.clock.now + 6 * hour)
      await office.receive({ transaction: id, event: 'transaction_accepted', ...success })
      await office.drain(lease)
      expect(await open(id)).toEqual([])
    })

    it('reads a final transaction without a discrepancy no more', async () => {
      const id = office.id()
      await read(id, { ...pending, capture: 'SUCCESS' })
      service.records.set(id, { ...success, capture: 'SUCCESS' })
      service.sent.set(id, [{ event: 'transaction_accepted', ...success }])
      await office.receive({ transaction: id, event: 'transaction_accepted', ...success })
      await office.ask(id, true)
      await office.drain(lease)
      expect(await office.row(id)).toMatchObject({ finality: 'confirmed', next_read_at: null })
    })
  })

  it('opens one discrepancy for concurrent reads of two instances', async () => {
    const other = { ...made, store: await made.openSecondStore() }
    const second = createSyncHarness(other, service)
    for (let round = 0; round < pickByRunLength(2, 8); round++) {
      const ids = Array.from({ length: 4 }, () => office.id())
      for (const id of ids) service.records.set(id, documents)
      const leases = [lease, await second.lease()] as const
      for (const id of ids) {
        const asked = { environment: 'stage', transaction_id: id }
        await office.ask(id)
        const due = await made.store.db
          .selectFrom('read_queue')
          .selectAll()
          .where('transaction_id', '=', asked.transaction_id)
          .executeTakeFirstOrThrow()
        await Promise.all([
          office.newRead()(due, leases[0]),
          office.newRead()(due, leases[0]),
          second.newRead()(due, leases[1]),
        ])
      }
      for (const id of ids) expect(await open(id)).toEqual(['documents_without_step'])
    }
    await other.store.close()
  })

  it('has a database constraint against a second open discrepancy of a kind, but not against closed ones', async () => {
    const { db } = made.store
    const id = office.id()
    const of = { environment: 'stage', transaction_id: id, merchant: 'demo-merchant', kind: 'other_customer' }
    const insert = (closed_at: number | null) =>
      db
        .insertInto('discrepancies')
        .values({ ...of, id: generateId('x'), state: 'PENDING', opened_to: 1, closed_at })
        .execute()
    await insert(null)
    await insert(2)
    await insert(3)
    await expect(insert(null)).rejects.toThrow()
    expect(await items(id)).toHaveLength(3)
  })

  it('keeps open exactly what the last record contradicts, for any sequence of records', async () => {
    const lapsed = { ...pending, expires_at: '2026-01-01T00:00:00.000Z' }
    const says = fc.constantFrom<FakeRecord | null>(
      pending,
      documents,
      lapsed,
      { ...documents, expires_at: '2026-01-01T00:00:00.000Z' },
      null,
    )
    const expected = (record: FakeRecord) => [
      ...(record.expires_at === undefined ? [] : ['expired_but_open']),
      ...(record.state === 'PROCESSING_DOCUMENT' ? ['documents_without_step'] : []),
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(says, { minLength: 1, maxLength: 7 }), async (path) => {
        const id = office.id()
        let last: string[] = []
        for (const record of path) {
          await read(id, record)
          if (record !== null) last = expected(record)
          expect((await open(id)).toSorted()).toEqual(last.toSorted())
        }
        for (const { id: item, version } of await items(id)) {
          const told = (await office.changes(item)).map((one) => one.version)
          expect(told).toEqual(Array.from({ length: version }, (_, at) => at + 1))
        }
      }),
      { numRuns: pickByRunLength(5, 15) },
    )
  })
})
