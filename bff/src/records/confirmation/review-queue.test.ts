import { ridSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCustomerTransactionList } from '../../payment-service/parsing/wire.ts'
import type { Lease } from '../../platform/database/leases.ts'
import {
  createTestStore,
  databaseKinds,
  type TestStore,
} from '../../platform/database/test-store.test-kit.ts'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import {
  demoMerchantId,
  demoStage,
  type FakePaymentService,
  type FakeRecord,
  startFakePaymentService,
} from '../../sync/fake-payment-service.test-kit.ts'
import {
  createSyncHarness,
  type SyncHarness,
  testCipher,
  testReviewRules,
} from '../../sync/sync-harness.test-kit.ts'
import { createHandleStore } from '../handles.ts'
import { staffTextCipherContext } from '../review-cases.ts'
import { recordListedTransactions } from './record-listed-transactions.ts'

const pending = { state: 'PENDING', reason: 'STARTING_TRANSACTION' }
const held = { state: 'MANUAL_HOLD', reason: 'MANUAL_HOLD' }
const piv = { state: 'PENDING', reason: 'PIV_REVIEW' }
const success = { state: 'SUCCESS', reason: 'OK' }
const minute = 60_000

describe.each(databaseKinds)('the review queue follows our records (%s)', (backing) => {
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
    office = createSyncHarness(made, service)
    lease = await office.lease()
  })
  afterAll(async () => {
    await service.stop()
    await made.remove()
  })

  const items = (id: string) =>
    made.store.db
      .selectFrom('review_cases')
      .selectAll()
      .where('transaction_id', '=', id)
      .orderBy('seq')
      .execute()
  const told = async (id: string) =>
    (await office.changes(id)).filter(({ kind }) => kind === 'review').map(({ version }) => version)

  const read = (id: ReturnType<SyncHarness['id']>, record: FakeRecord | null) =>
    office.tell(id, record, lease, minute)

  it('opens a case for a transaction in review, with kind, start and due time', async () => {
    const id = office.id()
    await read(id, { ...held, steps: { docs: 'PENDING', kyc: 'PENDING' }, kyc: 'NONE' })
    const row = await office.row(id)
    expect(await items(id)).toEqual([
      expect.objectContaining({
        environment: demoStage,
        merchant: demoMerchantId,
        customer: row?.customer,
        kind: 'hold',
        concerns: 'kyc,docs',
        kyc: 'NONE',
        state: 'MANUAL_HOLD',
        compound: 'MANUAL_HOLD.MANUAL_HOLD',
        test: 0,
        since_from: null,
        since_to: office.clock.now,
        due_at: office.clock.now + testReviewRules.slaMs,
        second: 'amount_not_given,first_payment,identity',
        version: 1,
        claim_until: 0,
        snoozed_until: 0,
        ended_at: null,
      }),
    ])
    expect(await told(id)).toEqual([1])
  })

  it('dates the start of a later review between the two reads', async () => {
    const id = office.id()
    await read(id, pending)
    expect(await items(id)).toEqual([])
    const before = office.clock.now
    await read(id, piv)
    expect(await items(id)).toMatchObject([
      { kind: 'piv', concerns: 'piv', since_from: before, since_to: office.clock.now },
    ])
  })

  it('updates a case once per change and closes it with the final state', async () => {
    const id = office.id()
    await read(id, piv)
    await read(id, piv)
    expect(await told(id)).toEqual([1])
    await read(id, { ...held, expires_at: '2026-03-09T00:00:00.000Z' })
    expect(await items(id)).toMatchObject([
      { kind: 'hold', concerns: '', expires_at: Date.parse('2026-03-09T00:00:00Z'), version: 2 },
    ])
    // Change only the steps: the row of the transaction stays the same, but the case changes.
    await read(id, { ...held, steps: { kyc: 'PENDING' }, expires_at: '2026-03-09T00:00:00.000Z' })
    expect(await items(id)).toMatchObject([{ concerns: 'kyc', version: 3 }])
    const { db } = made.store
    const mine = { claim_until: office.clock.now * 2, claim_subject: 'ana', claim_issuer: 'here' }
    await db.updateTable('review_cases').set(mine).where('transaction_id', '=', id).execute()
    await read(id, success)
    expect(await items(id)).toMatchObject([
      { ended_at: office.clock.now, ended_state: 'SUCCESS', claim_until: 0, version: 4 },
    ])
    expect(await told(id)).toEqual([1, 2, 3, 4])
    await read(id, success)
    expect(await told(id)).toEqual([1, 2, 3, 4])
  })

  it('opens a case for a task named by a notification and closes it with the task', async () => {
    const id = office.id()
    service.records.set(id, pending)
    await office.receive({ transaction: id, event: 'manual_risk_review', ...pending, tasks: 1 })
    await office.drain(lease)
    expect(await items(id)).toMatchObject([{ kind: 'task', ended_at: null }])
    await office.receive({ transaction: id, event: 'payment_manually_accepted', ...pending, tasks: 0 })
    await office.drain(lease)
    expect(await items(id)).toMatchObject([{ kind: 'task', ended_state: 'PENDING' }])
  })

  it('derives the kind from the reason, else from the state, and never from inherited property names', async () => {
    for (const [state, reason, kind] of [
      ['MANUAL_REVIEW', 'RISK_REVIEW', 'risk'],
      ['MANUAL_REVIEW', 'DOCUMENT_UPLOADED', 'manual'],
      ['PENDING', 'MANUAL_REVIEW', 'manual'],
      ['MANUAL_HOLD', 'constructor', 'hold'],
    ] as const) {
      const id = office.id()
      await read(id, { state, reason })
      expect(await items(id), reason).toMatchObject([{ kind }])
    }
    const id = office.id()
    const odd = { state: 'PENDING', reason: 'constructor' }
    service.records.set(id, odd)
    await office.receive({ transaction: id, event: 'manual_risk_review', ...odd, tasks: 2 })
    await office.drain(lease)
    expect(await items(id)).toMatchObject([{ kind: 'task' }])
  })

  it('closes a case when the transaction is gone, and opens a new one when it is back', async () => {
    const id = office.id()
    await read(id, piv)
    await read(id, null)
    expect(await office.row(id)).toMatchObject({ gone: 1 })
    expect(await items(id)).toMatchObject([{ ended_state: 'PENDING' }])
    await read(id, piv)
    expect(await items(id)).toMatchObject([{ ended_state: 'PENDING' }, { ended_at: null, version: 1 }])
  })

  it('keeps notes and a live decision for the next case of the transaction', async () => {
    const id = office.id()
    await read(id, piv)
    const { db } = made.store
    const of = { environment: demoStage, transaction_id: id, issuer: 'here', subject: 'ana' }
    const name = testCipher.seal(staffTextCipherContext, 'Ana')
    const note = {
      ...of,
      name,
      at: 5,
      what: 'note' as const,
      sealed: testCipher.seal(staffTextCipherContext, 'asked'),
    }
    const { seq } = await db
      .insertInto('review_notes')
      .values(note)
      .returning('seq')
      .executeTakeFirstOrThrow()
    await db.insertInto('decisions').values(decisionOf(of, name)).execute()
    await read(id, pending)
    await read(id, piv)
    expect((await items(id)).at(-1)).toMatchObject({
      last_note: seq,
      decision: `d_${id.slice(3)}`,
      decision_status: 'confirmed',
      ended_at: null,
    })
  })

  it('dates a review from before the queue existed by the last change', async () => {
    const id = office.id()
    await read(id, pending)
    await read(id, piv)
    const [first] = await items(id)
    await made.store.db.deleteFrom('review_cases').where('transaction_id', '=', id).execute()
    await read(id, piv)
    expect(await items(id)).toMatchObject([{ since_from: first?.since_from, since_to: first?.since_to }])
  })

  it('opens a case from a list entry and completes it from the record', async () => {
    const id = office.id()
    service.records.set(id, { ...piv, rid: 'cust-listed', steps: { kyc: 'SUCCESS', docs: 'PENDING' } })
    const body = [{ transaction_uid: id, state: 'PENDING', transaction_state: 'PIV_REVIEW', workflow: 'pay' }]
    const { entries } = parseCustomerTransactionList({ data: body })
    const needs = {
      store: made.store,
      handles: createHandleStore(made.store, testCipher),
      review: testReviewRules,
    }
    const list = {
      environment: demoStage,
      merchant: demoMerchantId,
      rid: ridSchema.parse('cust-listed'),
      entries,
      source: 'list' as const,
    }
    await recordListedTransactions(needs, list, office.clock.now)
    expect(await items(id)).toMatchObject([{ kind: 'piv', concerns: 'piv', kyc: null, version: 1 }])
    await read(id, service.records.get(id) ?? null)
    expect(await items(id)).toMatchObject([
      { concerns: 'docs,piv', second: 'amount_not_given,first_payment', version: 2 },
    ])
  })

  describe('requires an approval', () => {
    const verified = { ...piv, steps: { kyc: 'SUCCESS' } }
    const secondOf = async (record: FakeRecord, amount?: { amount: string; currency: string }) => {
      const id = office.id()
      service.records.set(id, record)
      const event = { transaction: id, event: 'manual_risk_review', ...piv }
      await office.receive(amount === undefined ? event : { ...event, amount })
      await office.drain(lease)
      return (await items(id))[0]?.second
    }
    const euros = (amount: number) => ({ amount: String(amount), currency: 'EUR' })

    it('above the limit, in a currency without a limit, and without a known amount', async () => {
      const paid = { ...success, rid: 'cust-paid-1' }
      await read(office.id(), paid)
      const own = { ...verified, rid: paid.rid }
      expect(await secondOf(own, euros(100_000))).toBe('')
      expect(await secondOf(own, euros(100_001))).toBe('amount')
      expect(await secondOf(own, { amount: '1', currency: 'SEK' })).toBe('amount')
      expect(await secondOf(own)).toBe('amount_not_given')
    })

    it('for the first payment of a customer', async () => {
      const own = { ...verified, rid: 'cust-new-1' }
      expect(await secondOf(own, euros(1))).toBe('first_payment')
      await read(office.id(), { ...success, rid: 'cust-other-1' })
      expect(await secondOf(own, euros(1))).toBe('first_payment')
      await read(office.id(), { ...success, rid: own.rid })
      expect(await secondOf(own, euros(1))).toBe('')
    })

    it('for the first real payment, because a test payment proves nothing about the customer', async () => {
      const own = { ...verified, rid: 'cust-tried-1' }
      await read(office.id(), { ...success, rid: own.rid, test: true })
      expect(await secondOf(own, euros(1))).toBe('first_payment')
      expect(await secondOf({ ...own, test: true }, euros(1))).toBe('')
    })

    it('without a successful identity review', async () => {
      await read(office.id(), { ...success, rid: 'cust-paid-2' })
      const own = { ...piv, rid: 'cust-paid-2' }
      for (const kyc of ['NA', 'PENDING', 'FAILED', 'EXPIRED', 'SOMETHING_NEW'])
        expect(await secondOf({ ...own, steps: { kyc } }, euros(1)), kyc).toBe('identity')
      expect(await secondOf(own, euros(1))).toBe('identity')
      expect(await secondOf({ ...own, kyc: 'VERIFIED' }, euros(1))).toBe('identity')
      for (const kyc of ['SUCCESS', 'ACCEPTED'])
        expect(await secondOf({ ...own, steps: { kyc } }, euros(1)), kyc).toBe('')
    })
  })

  it('holds exactly the transactions in review, once each, and publishes each version once', async () => {
    const says = fc.constantFrom<FakeRecord | null>(
      pending,
      piv,
      held,
      { ...held, steps: { kyc: 'PENDING' } },
      success,
      null,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(says, { minLength: 1, maxLength: 6 }), async (path) => {
        const id = office.id()
        const stays: number[][] = []
        for (const record of path) {
          await read(id, record)
          const row = await office.row(id)
          const all = await items(id)
          const open = all.filter(({ ended_at }) => ended_at === null)
          const isIn = row !== undefined && row.review === 1 && row.gone === 0
          expect(open.map(({ state, compound }) => [state, compound])).toEqual(
            isIn ? [[row.state, row.compound]] : [],
          )
          all.forEach(({ version }, stay) => {
            const versions = stays[stay] ?? []
            stays[stay] = versions
            if (versions.at(-1) !== version) versions.push(version)
          })
        }
        expect(await told(id)).toEqual(stays.flat())
        for (const versions of stays) expect(versions).toEqual(versions.map((_, at) => at + 1))
      }),
      { numRuns: pickByRunLength(4, 12) },
    )
  })
})

function decisionOf(
  of: { environment: string; transaction_id: string; issuer: string; subject: string },
  name: string,
) {
  return {
    ...of,
    id: `d_${of.transaction_id.slice(3)}`,
    merchant: demoMerchantId,
    concerns: '',
    verdict: 'accept' as const,
    reason: 'checked',
    sealed_text: 'x',
    name,
    at: 5,
    state: 'PENDING',
    record_hash: '0'.repeat(16),
    needed: '',
    status: 'confirmed' as const,
    live: 1,
    follow_up: 'waiting' as const,
  }
}
