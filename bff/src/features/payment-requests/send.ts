import type { RequestId } from '@paydesk/shared/payments/payment-request'
import { databaseClock } from '../../platform/database/clock.ts'
import { transactInCall } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Asking, PaymentRequests, RequestRow } from '../../records/payment-requests.ts'
import { sleep } from '../../sync/count-waiting-reads.ts'
import { waysIn } from './body.ts'
import { recordMade } from './record.ts'
import {
  environmentOf,
  isReferenceTaken,
  isTaken,
  openKept,
  ownRequest,
  type RequestEnvironment,
  type RequestNeeds,
  referenceTaken,
  tellRequest,
} from './rows.ts'

type Sent = Awaited<ReturnType<PaymentRequests['send']>>

/** So long (ms) somebody who sends what is being sent waits to learn what becomes of it. */
const waitMs = 5_000
const lookMs = 100
/** So long (ms) after it was to be marked as leaving a request may leave. */
const leaveWithinMs = 10_000

/** What became of a request that another call sends, or that it is still on its way. */
async function sentBefore(row: RequestRow, asking: Asking, { store }: RequestNeeds): Promise<Sent> {
  const until = performance.now() + waitMs
  let now = row
  while (now.status === 'sending' && performance.now() < until) {
    await sleep(lookMs)
    now = await ownRequest(store.db, row.id, asking)
  }
  return { answer: 'sent_before', row: now }
}

/**
 * Commits that a draft is about to leave, before it does: from here on it is never sent again. Undefined where it
 * is no draft any more, or another one than was reviewed.
 */
async function markSending(
  row: RequestRow,
  reviewed: string,
  place: RequestEnvironment,
  { store }: RequestNeeds,
): Promise<RequestRow | undefined> {
  const { id, reference } = row
  try {
    const marked = await transactInCall(store, `request/${id}`, async (trx) => {
      const after = await trx
        .updateTable('payment_requests')
        .set((eb) => ({
          status: 'sending',
          sent_at: databaseClock(store.dialect),
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .where('status', '=', 'draft')
        .where('reviewed', '=', reviewed)
        .returningAll()
        .executeTakeFirst()
      if (after === undefined) return after
      // Only now: where it was sent just before, the payment that has the reference is its own.
      if (await isReferenceTaken(trx, { place, reference, except: id })) throw referenceTaken()
      await tellRequest(trx, after, store)
      return after
    })
    store.wake('changes')
    return marked
  } catch (thrown) {
    // Two drafts may have one reference: the first one that is sent has it.
    throw isTaken(thrown) ? referenceTaken() : thrown
  }
}

/** See `PaymentRequests.send`. */
export async function send(
  request: RequestId,
  reviewed: string,
  asking: Asking,
  needs: RequestNeeds,
): Promise<Sent> {
  const { store, seal } = needs
  const place = environmentOf(asking.environment, needs)
  const row = await ownRequest(store.db, request, asking)
  if (row.status !== 'draft') return sentBefore(row, asking, needs)
  if (row.reviewed !== reviewed) return { answer: 'changed', row }
  const door = needs.createDoor(asking.environment)
  const kept = openKept(row, seal)
  if (door === null || kept === null) throw new ProblemError('internal')
  const begun = performance.now()
  const marked = await markSending(row, reviewed, place, needs)
  if (marked === undefined) {
    const now = await ownRequest(store.db, request, asking)
    return now.status === 'draft' ? { answer: 'changed', row: now } : sentBefore(now, asking, needs)
  }
  const sending = {
    ...{ body: kept.body, merchant: marked.merchant, members: waysIn(kept.body) },
    ...{ merchantTransactionId: marked.merchant_transaction_id, reference: marked.reference },
  }
  // Whoever was held up since may count as lost already: then it does not leave any more.
  if (performance.now() - begun > leaveWithinMs) {
    const late = { outcome: 'never_left', cause: 'too_late' } as const
    return { answer: 'sent', row: await recordMade(marked, late, needs) }
  }
  const made = await door(sending, asking.reference)
  return { answer: 'sent', row: await recordMade(marked, made, needs) }
}
