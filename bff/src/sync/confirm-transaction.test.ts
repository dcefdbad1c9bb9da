import type { TransactionId } from '@paydesk/shared/core/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Lease, LeaseLostError } from '../platform/database/leases.ts'
import { createTestStore, databaseKinds, type TestStore } from '../platform/database/test-store.test-kit.ts'
import {
  demoMerchantId,
  demoStage,
  type FakePaymentService,
  startFakePaymentService,
} from './fake-payment-service.test-kit.ts'
import { countWaitingFirstReads } from './read-queue-store.ts'
import { planSyncReads } from './schedule-open-reads.ts'
import { createSyncHarness, type SyncHarness } from './sync-harness.test-kit.ts'

const pending = { state: 'PENDING', reason: 'STARTING_TRANSACTION' }
const success = { state: 'SUCCESS', reason: 'OK' }

describe.each(databaseKinds)('one read (%s)', (backing) => {
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
    service.fall('none')
    service.hooks.before = undefined
    service.hooks.after = undefined
    office = createSyncHarness(made, service)
    lease = await office.lease()
  })
  afterAll(async () => {
    await service.stop()
    await made.remove()
  })

  it('records a transaction with its amount and resolves its first notification', async () => {
    const id = office.id()
    service.records.set(id, { ...pending, secret: 's-1', expires_at: '2026-03-01T01:00:00.000Z' })
    const amount = { amount: '1250', currency: 'EUR' }
    await office.receive({ transaction: id, event: 'payment_success', ...pending, amount, secret: 's-1' })
    expect(await office.drain(lease)).toEqual(['changed'])
    expect(await office.row(id)).toMatchObject({
      state: 'PENDING',
      reason: 'STARTING_TRANSACTION',
      version: 1,
      merchant: 'demo-merchant',
      merchant_transaction_id: `m-${id}`,
      reference: `ref ${id}`,
      first_source: 'notification',
      finality: 'open',
      amount_minor: 1_250,
      currency: 'EUR',
      amount_source: 'notification',
      received: 1,
      test: 0,
      expires_at: Date.parse('2026-03-01T01:00:00Z'),
      next_read_at: office.clock.now + 300_000,
    })
    expect((await office.row(id))?.customer).toMatch(/^c_/)
    expect(await office.notifications(id)).toMatchObject([
      { status: 'confirmed', effect: 'changed', late: 0, secret_matches: 1 },
    ])
    expect(await office.observations(id)).toMatchObject([{ what: 'first_seen', from_at: null, version: 1 }])
    expect(await office.changes(id)).toMatchObject([{ kind: 'transaction', version: 1 }])
    expect(await office.due(id)).toBeUndefined()
  })

  it('believes the read and not the notification', async () => {
    const id = office.id()
    service.records.set(id, { ...pending })
    await office.receive({ transaction: id, event: 'transaction_accepted', ...success, secret: 'forged' })
    await office.drain(lease)
    expect(await office.row(id)).toMatchObject({ state: 'PENDING', final: 0, finality: 'open' })
    expect(await office.notifications(id)).toMatchObject([{ effect: 'differs', secret_matches: null }])
  })

  it('dates a change between the last read and its first source', async () => {
    const id = office.id()
    service.records.set(id, { ...pending })
    await office.ask(id)
    await office.drain(lease)
    const first = office.clock.now
    service.records.set(id, { ...success })
    office.clock.now += 60_000
    await office.receive({ transaction: id, event: 'transaction_accepted', ...success })
    office.clock.now += 5_000
    await office.drain(lease)
    const told = first + 60_000
    expect(await office.row(id)).toMatchObject({
      state: 'SUCCESS',
      version: 2,
      changed_from: first,
      changed_at: told,
      finality: 'confirmed',
      final_read_at: first + 65_000,
      proof_read_at: first + 65_000,
    })
    expect((await office.observations(id)).slice(1)).toMatchObject([
      {
        what: 'state',
        source: 'notification',
        from_at: first,
        to_at: told,
        before_value: 'PENDING',
        after_value: 'SUCCESS',
        compound: 'SUCCESS.OK',
      },
      { what: 'finality', before_value: 'open', after_value: 'confirmed' },
    ])
  })

  it('changes neither version nor observations if nothing is new', async () => {
    const id = office.id()
    service.records.set(id, { ...pending })
    for (const result of ['changed', 'same', 'same']) {
      await office.ask(id)
      expect(await office.drain(lease)).toEqual([result])
      office.clock.now += 1_000
    }
    expect(await office.row(id)).toMatchObject({ version: 1, read_at: office.clock.now - 1_000 })
    expect(await office.observations(id)).toHaveLength(1)
    expect(await office.changes(id)).toHaveLength(1)
  })

  it('leaves notifications that arrive during the read to the next read', async () => {
    const id = office.id()
    service.records.set(id, { ...pending })
    await office.receive({ transaction: id, event: 'payment_success', ...pending })
    service.hooks.after = async () => {
      service.hooks.after = undefined
      service.records.set(id, { ...success })
      await office.receive({ transaction: id, event: 'transaction_accepted', ...success })
    }
    expect(await office.drain(lease)).toEqual(['changed', 'changed'])
    expect(await office.row(id)).toMatchObject({ state: 'SUCCESS', finality: 'confirmed' })
    expect(await office.notifications(id)).toMatchObject([{ effect: 'changed' }, { effect: 'changed' }])
  })

  it('writes nothing after the lease was lost', async () => {
    const id = office.id()
    service.records.set(id, { ...success })
    await office.receive({ transaction: id, event: 'transaction_accepted', ...success })
    service.hooks.after = async () => {
      await office.store.db.updateTable('leases').set({ until: 1 }).where('name', '=', lease.name).execute()
      expect(await office.leases.acquire(lease.name, 'two', 60_000)).not.toBeNull()
    }
    await expect(office.drain(lease)).rejects.toThrow(LeaseLostError)
    expect(await office.row(id)).toBeUndefined()
    expect(await office.notifications(id)).toMatchObject([{ status: 'waiting' }])
    expect(await office.due(id)).toBeDefined()
  })

  const hour = 3_600_000
  /**
   * Runs three reads that do not find the transaction, a few seconds apart; returns the results of the last.
   */
  async function missThrice(): Promise<string[]> {
    expect(await office.drain(lease)).toEqual(['not_found_yet'])
    office.clock.now += 1_000
    expect(await office.drain(lease)).toEqual(['not_found_yet'])
    office.clock.now += 2_000
    return office.drain(lease)
  }

  it('asks three times for an unknown transaction, reports it, and tries again for hours', async () => {
    const id = office.id()
    await office.receive({ transaction: id, event: 'payment_success', ...pending })
    const heard = office.clock.now
    expect(await missThrice()).toEqual(['not_found'])
    expect(await office.notifications(id)).toMatchObject([{ status: 'confirmed', effect: 'not_found' }])
    expect(await office.row(id)).toBeUndefined()
    expect(await countWaitingFirstReads(made.store.db, demoStage)).toBe(0)
    for (const later of [hour / 30, hour / 6, hour, 6 * hour]) {
      expect(await office.due(id)).toMatchObject({ due_at: heard + later })
      expect(await office.drain(lease)).toEqual([])
      office.clock.now = heard + later
      expect(await office.drain(lease)).toEqual(['not_found'])
    }
    expect(await office.due(id)).toBeUndefined()
  })

  it('confirms a notification when the transaction becomes known hours later', async () => {
    const id = office.id()
    await office.receive({ transaction: id, event: 'payment_success', ...pending })
    expect(await missThrice()).toEqual(['not_found'])
    service.records.set(id, { ...pending })
    office.clock.now += hour
    expect(await office.drain(lease)).toEqual(['changed'])
    expect(await office.row(id)).toMatchObject({ state: 'PENDING', received: 1 })
    expect(await office.notifications(id)).toMatchObject([{ status: 'confirmed', effect: 'changed' }])
    expect(await office.due(id)).toBeUndefined()
  })

  it('gives up at once on an unknown transaction without a notification', async () => {
    const id = office.id()
    await office.ask(id)
    expect(await missThrice()).toEqual(['not_found'])
    expect(await office.due(id)).toBeUndefined()
  })

  it('records that a known transaction is gone, tries again for hours, and records that it is back', async () => {
    const id = office.id()
    service.records.set(id, { ...pending })
    await office.ask(id)
    await office.drain(lease)
    service.records.delete(id)
    await office.ask(id)
    expect(await missThrice()).toEqual(['not_found'])
    const gone = office.clock.now
    for (const later of [hour / 30, hour / 6, hour, 6 * hour]) {
      expect(await office.row(id)).toMatchObject({
        gone: 1,
        state: 'PENDING',
        version: 2,
        next_read_at: gone + later,
      })
      office.clock.now = gone + later
      const plan = await planSyncReads(made.store.db, demoStage, {
        now: office.clock.now,
        everyMs: 300_000,
        maxReads: 9,
      })
      expect(plan.map(({ transaction }) => transaction)).toContain(id)
      await office.ask(id)
      await missThrice()
    }
    expect(await office.row(id)).toMatchObject({ gone: 1, next_read_at: null })
    service.records.set(id, { ...pending })
    await office.ask(id)
    await office.drain(lease)
    expect(await office.row(id)).toMatchObject({ gone: 0, version: 3 })
    expect((await office.row(id))?.next_read_at).toBeGreaterThan(office.clock.now)
    expect((await office.observations(id)).map(({ what }) => what)).toEqual(['first_seen', 'gone', 'back'])
  })

  it('finds a missing notification and takes the amount from it', async () => {
    const id = office.id()
    service.records.set(id, { ...success })
    const amount = { amount: '700', currency: 'GBP' }
    service.sent.set(id, [
      { event: 'payment_success', ...pending, amount },
      { event: 'transaction_accepted', ...success },
    ])
    await office.receive({ transaction: id, event: 'transaction_accepted', ...success })
    await office.ask(id, true)
    await office.drain(lease)
    expect(await office.row(id)).toMatchObject({ sent: 2, received: 1, amount_minor: 700, currency: 'GBP' })
    expect(await office.notifications(id)).toMatchObject([{ listed: 1 }])
    office.clock.now += 10_000
    await office.receive({ transaction: id, event: 'payment_success', ...pending, amount })
    await office.ask(id, true)
    await office.drain(lease)
    expect(await office.row(id)).toMatchObject({ sent: 2, received: 2, state: 'SUCCESS' })
    expect(await office.notifications(id)).toMatchObject([
      { late: 0 },
      { effect: 'differs', late: 1, listed: 1 },
    ])
  })

  it('counts an isolated notification as received and does not resolve it', async () => {
    const id = office.id()
    service.records.set(id, { ...success })
    service.sent.set(id, [
      { event: 'payment_success', ...pending },
      { event: 'transaction_accepted', ...success },
    ])
    await office.receive({ transaction: id, event: 'payment_success', ...pending })
    await made.store.db
      .updateTable('notification_queue')
      .set({ status: 'isolated', why: 'failed' })
      .where('transaction_id', '=', id)
      .execute()
    await office.receive({ transaction: id, event: 'transaction_accepted', ...success })
    await office.ask(id, true)
    await office.drain(lease)
    expect(await office.row(id)).toMatchObject({ sent: 2, received: 2 })
    expect((await office.observations(id)).map(({ what }) => what)).not.toContain('gap')
    expect(await office.notifications(id)).toMatchObject([
      { status: 'isolated', effect: null, listed: 1 },
      { status: 'confirmed', listed: 1 },
    ])
  })

  it('keeps the first result of a notification that is processed again and records nothing twice', async () => {
    const id = office.id()
    service.records.set(id, { ...pending })
    await office.ask(id)
    await office.drain(lease)
    office.clock.now += 60_000
    service.records.set(id, { ...success })
    await office.receive({ transaction: id, event: 'transaction_accepted', ...success })
    await office.drain(lease)
    await office.receive({ transaction: id, event: 'refund_issued', ...success })
    await office.receive({ transaction: id, event: 'payment_success', ...pending })
    await office.drain(lease)
    const before = await office.notifications(id)
    expect(before).toMatchObject([
      { effect: 'changed', late: 0 },
      { effect: 'agrees', late: 0 },
      { effect: 'differs', late: 1 },
    ])
    const observed = await office.observations(id)
    service.records.set(id, { ...pending })
    office.clock.now += 60_000
    await office.ask(id)
    await office.drain(lease)
    await made.store.db
      .updateTable('notification_queue')
      .set({ status: 'waiting' })
      .where('transaction_id', '=', id)
      .execute()
    await office.ask(id)
    await office.drain(lease)
    const after = await office.notifications(id)
    expect(after.map(({ effect, late, status }) => [effect, late, status])).toEqual(
      before.map(({ effect, late, status }) => [effect, late, status]),
    )
    expect(after[0]?.confirmed_at).toBe(office.clock.now)
    const events = (await office.observations(id)).filter(({ what }) => what === 'event')
    expect(events).toEqual(observed.filter(({ what }) => what === 'event'))
    expect(events).toHaveLength(1)
  })

  it('does not confirm a final state by a notification with another secret or of money on hold', async () => {
    const id = office.id()
    service.records.set(id, { ...success, secret: 'ours' })
    const forged = { amount: { amount: '999900', currency: 'EUR' }, secret: 'forged' }
    await office.receive({ transaction: id, event: 'transaction_accepted', ...success, ...forged })
    await office.receive({ transaction: id, event: 'payment_success', ...success, secret: 'ours' })
    await office.drain(lease)
    expect(await office.row(id)).toMatchObject({
      state: 'SUCCESS',
      finality: 'unconfirmed',
      amount_minor: null,
    })
    // Remove the secret from the record: that must not make another secret valid.
    service.records.set(id, { ...success })
    for (const _ of [1, 2]) {
      office.clock.now += 5_000
      await office.ask(id)
      await office.drain(lease)
      expect(await office.row(id)).toMatchObject({ finality: 'unconfirmed' })
    }
    expect(await office.notifications(id)).toMatchObject([{ secret_matches: 0 }, { secret_matches: 1 }])
    await office.receive({ transaction: id, event: 'transaction_accepted', ...success, secret: 'ours' })
    await office.drain(lease)
    expect(await office.row(id)).toMatchObject({ finality: 'confirmed' })
  })

  it('records every undocumented value once per sighting, even if the transaction does not change', async () => {
    const id = office.id()
    const register = async () =>
      (
        await made.store.db
          .selectFrom('undocumented_values')
          .selectAll()
          .where('first_transaction', '=', id)
          .execute()
      )
        .map(
          ({ place, value, times, merchant: of }) =>
            `${place} ${value} ${times}${of === demoMerchantId ? '' : ' of another'}`,
        )
        .sort()
    const read = async (withList = false) => {
      office.clock.now += 60_000
      await office.ask(id, withList)
      await office.drain(lease)
    }
    service.records.set(id, { ...success })
    await read()
    await office.receive({ transaction: id, event: 'moon_landed_1', ...success })
    await read()
    expect(await register()).toEqual(['event moon_landed_1 1'])
    const { version } = (await office.row(id)) ?? {}
    service.records.set(id, { ...success, capture: 'HALFWAY_1' })
    await read()
    await read()
    expect(await register()).toEqual(['event moon_landed_1 1', 'step_value HALFWAY_1 1'])
    service.sent.set(id, [{ event: 'tide_turned_1', state: 'FROZEN_1', reason: 'BY_COURT_1' }])
    await read(true)
    await read()
    await read(true)
    const listed = ['event tide_turned_1 1', 'reason BY_COURT_1 1', 'state FROZEN_1 1']
    expect(await register()).toEqual(
      ['event moon_landed_1 1', 'step_value HALFWAY_1 1', ...listed].toSorted(),
    )
    const changes = await made.store.db
      .selectFrom('changes')
      .selectAll()
      .where('kind', '=', 'undocumented_value')
      .execute()
    expect(changes.length).toBeGreaterThanOrEqual(3)
    // Expect one new version, because of the missing notification: undocumented values alone do not raise the
    // version.
    expect((await office.row(id))?.version).toBe((version ?? 0) + 1)
  })

  it('backs off from a failing payment service without losing the read', async () => {
    const id = office.id()
    service.records.set(id, { ...pending })
    service.answer(503)
    await office.receive({ transaction: id, event: 'payment_success', ...pending })
    expect(await office.drain(lease)).toEqual(['outage'])
    expect(await office.due(id)).toMatchObject({ tries: 1, due_at: office.clock.now + 1_000 })
    service.answer(200)
    office.clock.now += 1_000
    expect(await office.drain(lease)).toEqual(['changed'])
  })

  /** Runs due reads minute by minute, with successful reads of another transaction in between. */
  async function minutes(
    count: number,
    beside: TransactionId | null,
    by?: ReturnType<SyncHarness['newRead']>,
  ) {
    const results: string[] = []
    for (let minute = 0; minute < count; minute++) {
      results.push(...(await office.drain(lease, by)))
      office.clock.now += 60_000
      if (beside === null) continue
      await office.ask(beside)
      expect(await office.drain(lease)).toContain('same')
    }
    return results
  }

  /** Sets the claimed merchant of a notification, which a read that refutes it must clear. */
  const claim = (id: TransactionId) =>
    made.store.db
      .updateTable('notification_queue')
      .set({ merchant: demoMerchantId })
      .where('transaction_id', '=', id)
      .execute()

  it('isolates only a transaction whose answers are unusable while others succeed', async () => {
    const [bad, good] = [office.id(), office.id()]
    service.records.set(bad, { ...pending, as: 'tx-of-somebody-else' })
    service.records.set(good, { ...pending })
    await office.receive({ transaction: bad, event: 'payment_success', ...pending })
    await claim(bad)
    await office.receive({ transaction: good, event: 'payment_success', ...pending })
    expect((await office.drain(lease)).sort()).toEqual(['changed', 'nonsense'])
    await minutes(12, good)
    expect(await office.notifications(bad)).toMatchObject([
      { status: 'isolated', why: 'upstream_mismatch', merchant: null },
    ])
    expect(await office.due(bad)).toBeUndefined()
    expect(await office.row(bad)).toBeUndefined()
    expect(await office.row(good)).toMatchObject({ state: 'PENDING' })
  })

  it('isolates nothing while all answers are unusable', async () => {
    const ids = [office.id(), office.id(), office.id()]
    for (const id of ids) {
      service.records.set(id, { ...pending })
      await office.receive({ transaction: id, event: 'payment_success', ...pending })
    }
    service.fall('nonsense')
    expect(new Set(await minutes(12, null))).toEqual(new Set(['nonsense']))
    for (const id of ids) expect(await office.due(id)).toMatchObject({ thrown: 0 })
    service.fall('none')
    expect(await minutes(1, null)).toEqual(['changed', 'changed', 'changed'])
    for (const id of ids) expect(await office.notifications(id)).toMatchObject([{ status: 'confirmed' }])
  })

  it('isolates a transaction on which our own code fails', async () => {
    const [id, other] = [office.id(), office.id()]
    service.records.set(other, { ...pending })
    await office.ask(other)
    await office.drain(lease)
    await office.receive({ transaction: id, event: 'payment_success', ...pending })
    await claim(id)
    const paymentService = service.door()
    const broken = office.newRead({
      service: {
        ...paymentService,
        readState: (one, options) =>
          one === id
            ? Promise.reject(new Error('a mistake of ours'))
            : paymentService.readState(one, options),
      },
    })
    const results: string[] = []
    for (let minute = 0; minute < 8; minute++) {
      results.push(...(await office.drain(lease, broken)).filter((one) => one !== 'same'))
      office.clock.now += 60_000
      await office.ask(other)
    }
    // Expect two before any other read, then five beside other reads.
    expect(results).toEqual([...Array(6).fill('nonsense'), 'isolated'])
    expect(await office.notifications(id)).toMatchObject([
      { status: 'isolated', why: 'failed', merchant: demoMerchantId },
    ])
  })
})
