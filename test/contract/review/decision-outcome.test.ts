import type { DecisionId } from '@paydesk/shared/cases/decisions'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  answerApproval,
  claimAndDecideCase,
  decisionRows,
  loadDecision,
  moveTransactionState,
  newTransaction,
  withdrawDecision,
} from '../../support/contract/decisions.ts'
import { itemRow } from '../../support/contract/review-cases.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import { controlSandbox, oneBacking, onOneDatabase, startOn } from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const soon = { timeout: 60_000, interval: 50 }
const verdicts = {
  accept: { verdict: 'accept', reason: 'identity_confirmed' },
  reject: { verdict: 'reject', reason: 'suspected_misuse' },
  cancel: { verdict: 'cancel', reason: 'customer_asked' },
} as const

/** Outcomes and their follow-up. One database tries all of them, the other database only the first two. */
const outcomes = [
  ['accept', 'SUCCESS', 'payment_success', 'followed'],
  ['accept', 'DECLINED', 'payment_failed', 'opposite'],
  ['accept', 'EXPIRED', 'payment_failed', 'not_followed'],
  ['reject', 'REJECTED', 'payment_failed', 'followed'],
  ['reject', 'SUCCESS', 'payment_success', 'opposite'],
  ['cancel', 'CANCELLED', 'payment_failed', 'followed'],
  ['cancel', 'REJECTED', 'payment_failed', 'not_followed'],
] as const

onOneDatabase('the outcome of a decision at the payment service', (stack) => {
  let [farid, fiona]: Visitor[] = []
  const first = () => farid ?? fail()
  const second = () => fiona ?? fail()
  const fail = (): never => {
    throw new Error('nobody has signed in')
  }
  beforeAll(async () => {
    farid = await stack().as('finance')
    fiona = await stack().as('finance2')
  })

  /** Puts a new transaction into the review queue by a read that finds the transaction in review. */
  async function queued(): Promise<TransactionId> {
    const transaction = await newTransaction(stack())
    await first().get(endpoints.showTransaction, { params: { env, transaction } })
    await vi.waitFor(() => itemRow(stack(), transaction), soon)
    return transaction
  }

  const outcome = async (transaction: TransactionId) => {
    const rows = await vi.waitFor(async () => {
      const found = await decisionRows(stack(), transaction)
      expect(found.map(({ outcome_to }) => outcome_to)).not.toContain(null)
      return found
    }, soon)
    return rows[0]
  }

  const left = (transaction: TransactionId) =>
    stack()
      .deps.store.db.selectFrom('review_cases')
      .select(['ended_at', 'ended_state', 'decision'])
      .where('transaction_id', '=', transaction)
      .execute()

  it.each(outcomes)(
    'after %s and the state %s (%s) is recorded as %s',
    async (verdict, state, event, expected) => {
      const transaction = await queued()
      const { decision } = await claimAndDecideCase(first(), transaction, verdicts[verdict])
      expect((await answerApproval(second(), decision)).answer).toBe('done')
      const confirmedAt = Date.now()
      await moveTransactionState(stack(), transaction, state, event)
      const row = await outcome(transaction)
      expect(row).toMatchObject({
        status: 'confirmed',
        follow_up: expected,
        live: 0,
        outcome_state: state,
      })
      expect(row?.outcome_to).toBeGreaterThanOrEqual(confirmedAt)
      expect(await left(transaction)).toMatchObject([{ ended_state: state }])
      expect((await loadDecision(first(), decision)).decision).toMatchObject({
        followUp: expected,
        outcome: { state: { raw: state, final: true } },
        mayWithdraw: false,
      })
      // A decision with an outcome cannot be withdrawn.
      expect(await withdrawDecision(first(), decision)).toMatchObject({
        status: 'confirmed',
        withdrawnAt: null,
      })
      const query = { followUp: expected }
      const { decisions } = await first().get(endpoints.listDecisions, { params: { env }, query })
      expect(decisions.map((one) => one.decision)).toContain(decision)
    },
  )

  it('before the approval makes the decision overtaken, and no approval is accepted any more', async () => {
    const transaction = await queued()
    const { decision } = await claimAndDecideCase(first(), transaction)
    await moveTransactionState(stack(), transaction, 'REJECTED', 'payment_failed')
    expect(await outcome(transaction)).toMatchObject({ status: 'overtaken', follow_up: null, live: 0 })
    expect(await answerApproval(second(), decision)).toMatchObject({ answer: 'too_late' })
  })

  it('stays open if the transaction leaves the review without an end, also in its next stay in the queue', async () => {
    const transaction = await queued()
    const { decision } = await claimAndDecideCase(first(), transaction)
    await answerApproval(second(), decision)
    const moved = { account: env, event: 'processing', state: 'PENDING' }
    await controlSandbox(stack(), 'POST', `transactions/${transaction}/move`, {
      ...moved,
      compound_state: 'PROCESSING_TRANSACTION',
    })
    await vi.waitFor(
      async () => expect((await left(transaction)).map(({ ended_at }) => ended_at)).not.toContain(null),
      soon,
    )
    expect(await decisionRows(stack(), transaction)).toMatchObject([{ live: 1, follow_up: 'waiting' }])
    await moveTransactionState(stack(), transaction, 'MANUAL_REVIEW', 'kyc_manual_review')
    await vi.waitFor(() => itemRow(stack(), transaction), soon)
    expect(await left(transaction)).toHaveLength(2)
    expect(await decisionRows(stack(), transaction)).toMatchObject([{ live: 1, follow_up: 'waiting' }])
    expect(await itemRow(stack(), transaction)).toMatchObject({ decision, decision_status: 'confirmed' })
  })

  it('is sent as a live update, like the decision and its approval', async () => {
    const listener = await listenToStream(second())
    const transaction = await queued()
    const { decision } = await claimAndDecideCase(first(), transaction)
    await answerApproval(second(), decision)
    await moveTransactionState(stack(), transaction, 'SUCCESS', 'payment_success')
    await vi.waitFor(() => {
      const told = listener.tolds.flatMap(({ name, data }) => (name === 'change' ? [JSON.parse(data)] : []))
      const versions = told.filter((one) => one.kind === 'decision' && one.id === decision)
      expect(versions.map((one) => one.version)).toEqual([1, 2, 3])
    }, soon)
    listener.leave()
  })
})

describe.each(oneBacking)('a decision that waits for approval (%s)', (backing) => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn(backing, { config: { PAYDESK_DECISION_TTL_MS: '1500' } })
  })
  afterAll(() => stack.stop())

  it('expires after the configured time without any request', async () => {
    const farid = await stack.as('finance')
    const transaction = await newTransaction(stack)
    await farid.get(endpoints.showTransaction, { params: { env, transaction } })
    await vi.waitFor(() => itemRow(stack, transaction), soon)
    const { decision }: { decision: DecisionId } = await claimAndDecideCase(farid, transaction)
    await vi.waitFor(
      async () => {
        expect(await decisionRows(stack, transaction)).toMatchObject([
          { id: decision, status: 'expired', live: 0, outcome_to: null },
        ])
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(await itemRow(stack, transaction)).toMatchObject({ decision: null, decision_status: null })
  })
})
