import type { PaymentRequestId } from '@paydesk/shared/payments/payment-requests'
import { getDatabaseClock } from '../../platform/database/clock.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { sleep } from '../../platform/jobs/wake-signal.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type {
  PaymentRequestContext,
  PaymentRequestCreator,
  PaymentRequestRow,
} from '../../records/payment-requests.ts'
import { listPaymentBodyFieldPaths } from './body.ts'
import { recordPaymentRequestOutcome } from './record.ts'
import {
  appendPaymentRequestLiveChange,
  createReferenceTakenProblem,
  decryptPaymentDraft,
  findOwnPaymentRequest,
  findPaymentRequestEnvironment,
  isPaymentRequestUniqueViolation,
  isReferenceTaken,
  type PaymentRequestDeps,
  type PaymentRequestEnvironment,
} from './rows.ts'

type SendDraftResult = Awaited<ReturnType<PaymentRequestCreator['send']>>

/** Time limit (ms) of waiting for another call that sends the same request. */
const maxWaitMs = 5_000
const pollMs = 100
/** Limit (ms) between the attempt to mark a request as sending and the send itself. */
const sendDeadlineMs = 10_000

/** Waits for another call that sends the request; the returned row may still be under way. */
async function awaitEarlierSend(
  row: PaymentRequestRow,
  requestContext: PaymentRequestContext,
  { store }: PaymentRequestDeps,
): Promise<SendDraftResult> {
  const until = performance.now() + maxWaitMs
  let now = row
  while (now.status === 'sending' && performance.now() < until) {
    await sleep(pollMs)
    now = await findOwnPaymentRequest(store.db, row.id, requestContext)
  }
  return { answer: 'sent_before', row: now }
}

/**
 * Commits that the draft is about to leave, before it does; from here on the draft is never sent again.
 * Returns undefined if the row is no draft any more, or differs from the reviewed one.
 */
async function markSending(
  row: PaymentRequestRow,
  reviewed: string,
  paymentEnvironment: PaymentRequestEnvironment,
  { store }: PaymentRequestDeps,
): Promise<PaymentRequestRow | undefined> {
  const { id, reference } = row
  try {
    const marked = await withRequestTransaction(store, `request/${id}`, async (trx) => {
      const after = await trx
        .updateTable('payment_requests')
        .set((eb) => ({
          status: 'sending',
          sent_at: getDatabaseClock(store.dialect),
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .where('status', '=', 'draft')
        .where('reviewed', '=', reviewed)
        .returningAll()
        .executeTakeFirst()
      if (after === undefined) return after
      // Check only after the update: if the draft was sent just before,
      // the payment with the reference is its own.
      if (await isReferenceTaken(trx, { environmentMerchants: paymentEnvironment, reference, except: id }))
        throw createReferenceTakenProblem()
      await appendPaymentRequestLiveChange(trx, after, store)
      return after
    })
    store.wake('changes')
    return marked
  } catch (thrown) {
    // Report a taken reference: of two drafts with one reference, the first that is sent has it.
    throw isPaymentRequestUniqueViolation(thrown) ? createReferenceTakenProblem() : thrown
  }
}

/** See `PaymentRequestCreator.send`. */
export async function sendPaymentDraft(
  request: PaymentRequestId,
  reviewed: string,
  requestContext: PaymentRequestContext,
  deps: PaymentRequestDeps,
): Promise<SendDraftResult> {
  const { store, cipher } = deps
  const paymentEnvironment = findPaymentRequestEnvironment(requestContext.environment, deps)
  const row = await findOwnPaymentRequest(store.db, request, requestContext)
  if (row.status !== 'draft') return awaitEarlierSend(row, requestContext, deps)
  if (row.reviewed !== reviewed) return { answer: 'changed', row }
  const sendPaymentCreation = deps.findPaymentCreationSender(requestContext.environment)
  const kept = decryptPaymentDraft(row, cipher)
  if (sendPaymentCreation === null || kept === null) throw new ProblemError('internal')
  const begun = performance.now()
  const marked = await markSending(row, reviewed, paymentEnvironment, deps)
  if (marked === undefined) {
    const now = await findOwnPaymentRequest(store.db, request, requestContext)
    return now.status === 'draft'
      ? { answer: 'changed', row: now }
      : awaitEarlierSend(now, requestContext, deps)
  }
  const sending = {
    ...{ body: kept.body, merchant: marked.merchant, members: listPaymentBodyFieldPaths(kept.body) },
    ...{ merchantTransactionId: marked.merchant_transaction_id, reference: marked.reference },
  }
  // Drop a request that was held up: it may count as lost already, so it must not leave any more.
  if (performance.now() - begun > sendDeadlineMs) {
    const late = { outcome: 'never_left', cause: 'too_late' } as const
    return { answer: 'sent', row: await recordPaymentRequestOutcome(marked, late, deps) }
  }
  const made = await sendPaymentCreation(sending, requestContext.reference)
  return { answer: 'sent', row: await recordPaymentRequestOutcome(marked, made, deps) }
}
