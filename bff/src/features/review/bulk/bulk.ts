import type { TransactionId } from '@paydesk/shared/core/ids'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { readCompound, readState } from '@paydesk/shared/core/state'
import { endpoints } from '@paydesk/shared/endpoints'
import type { BulkRequest, BulkResult } from '@paydesk/shared/work/review-bulk'
import { type Deed, subject } from '../../../platform/audit/entry.ts'
import { transactInCall } from '../../../platform/database/transaction.ts'
import { type Actor, route, type Scope } from '../../../platform/http/route.ts'
import { problemOf } from '../../../platform/http/serve.ts'
import type { Log } from '../../../platform/runtime/log.ts'
import { within } from '../../../platform/runtime/timeout.ts'
import { columnsOf } from '../../../records/confirmation/transaction-columns.ts'
import { type DecisionRow, liveDecision } from '../../../records/observations/decision-outcome.ts'
import {
  type ItemRow,
  isOwnedBy,
  itemTurn,
  openItem,
  type Sees,
  seesOf,
} from '../../../records/review-items.ts'
import { releaseItem, takeItem } from '../claims.ts'
import { expireDecisions } from '../decision-transitions.ts'
import { refuseUnfit } from '../decisions/decide.ts'
import { readNow } from '../decisions/decision-case.ts'
import { type DecideNeeds, writeDecision } from '../decisions/decision-write.ts'
import { isSeen, markOf, type Onlooker, onlookerOf } from '../decisions/decisions.ts'
import type { ReviewLimits } from '../limits.ts'
import { ownerOf } from '../present.ts'
import { reasonsOf } from '../reasons.ts'
import { stayOf } from '../review-period.ts'

export interface BulkNeeds extends DecideNeeds {
  readonly log: Log
  readonly reviewLimits: Pick<ReviewLimits, 'reads'>
  readonly config: DecideNeeds['config'] & {
    /** How long one read of the service may take (ms). */
    readonly upstreamDeadlineMs: number
    readonly review: { readonly claimMs: number }
  }
}

interface BulkCall {
  readonly body: BulkRequest
  readonly actor: Actor
  readonly scope: Scope
}

type Item = BulkRequest['items'][number]

/** As `bulkResult`, with rows that are still to be shown. */
type Outcome =
  | { readonly answer: 'made' | 'decided'; readonly row: DecisionRow }
  | { readonly answer: 'held'; readonly item: ItemRow }
  | { readonly answer: 'moved'; readonly state: string; readonly compound: string | null }
  | { readonly answer: 'gone' | 'not_tried' }
  | { readonly answer: 'failed'; readonly problem: ProblemId }

/** The merchant where it was known: what nobody knows can be any text of an id's form. */
type Done = Outcome & { readonly transaction: TransactionId; readonly merchant: string | undefined }

/** Items that are read and written at the same time. */
const atOnce = 4
/** On top of one read of the service; what is left of the answer's time is for writing. */
const spareMs = 500

class TimeIsUp extends Error {}

/** Refuses what no item could be decided with, then tries each. Gives the results in the order sent. */
async function decideAll(call: BulkCall, needs: BulkNeeds): Promise<Done[]> {
  const { body, scope } = call
  refuseUnfit(body, reasonsOf(needs.config.review))
  const until = performance.now() + needs.config.upstreamDeadlineMs + spareMs
  await expireDecisions(needs.store, scope.environment)
  const done: Done[] = []
  const left = body.items.entries()
  async function work(): Promise<void> {
    for (const [nth, item] of left) done[nth] = await decideOne(item, call, until, needs)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (done.some(({ answer }) => answer === 'made')) needs.store.wake('changes')
  return done
}

/** Whatever happens to one item is its own result. */
async function decideOne(item: Item, call: BulkCall, until: number, needs: BulkNeeds): Promise<Done> {
  const { transaction } = item
  let merchant: string | undefined
  try {
    if (performance.now() >= until) return { transaction, merchant, answer: 'not_tried' }
    const stay = await stayOf(needs.store.db, seesOf(call), transaction)
    merchant = stay?.merchant
    const outcome: Outcome = stay === null ? { answer: 'gone' } : await claimed(item, call, until, needs)
    return { transaction, merchant, ...outcome }
  } catch (thrown) {
    if (thrown instanceof TimeIsUp) return { transaction, merchant, answer: 'not_tried' }
    const { id } = problemOf(thrown, call.actor.reference, needs.log)
    return { transaction, merchant, answer: 'failed', problem: id }
  }
}

/** With the item in hand for as long as it takes: a claim that was not theirs before is given back. */
async function claimed(item: Item, call: BulkCall, until: number, needs: BulkNeeds): Promise<Outcome> {
  const { store, config } = needs
  const { transaction } = item
  const person = call.actor.session
  const sees = seesOf(call)
  const standing = await liveDecision(store.db, sees.environment, transaction)
  if (standing !== undefined) return toldOf({ answer: 'decided', row: standing }, sees)
  const before = await openItem(store.db, { dialect: store.dialect }, sees, transaction)
  if (before === undefined) return { answer: 'gone' }
  needs.reviewLimits.reads(call.actor)
  const wanted = { sees, transaction, person }
  const taken = await takeItem(needs, wanted, {
    ms: config.review.claimMs,
    takeOver: undefined,
    now: Date.now(),
  })
  if (taken.answer !== 'taken') return taken
  try {
    return await judged(item, call, until, needs)
  } finally {
    if (!isOwnedBy(before, person)) await giveBack(wanted, needs)
  }
}

/** A decision that was made when the item was none of theirs is not told of, as in every list. */
function toldOf(outcome: Outcome & { readonly row: DecisionRow }, sees: Sees): Outcome {
  return outcome.answer === 'decided' && !isSeen(outcome.row, sees) ? { answer: 'gone' } : outcome
}

/** Where it cannot be written the claim runs out by itself; what became of the item stands. */
async function giveBack(wanted: Parameters<typeof releaseItem>[1], needs: BulkNeeds): Promise<void> {
  try {
    await releaseItem(needs, wanted, Date.now())
  } catch (error) {
    needs.log.error({ err: error }, 'a claim could not be given back')
  }
}

async function judged(item: Item, call: BulkCall, until: number, needs: BulkNeeds): Promise<Outcome> {
  const { store, seal } = needs
  const { transaction } = item
  const { environment } = call.scope
  const read = readNow(transaction, call, needs)
  const own = await within(until - performance.now(), read, () => new TimeIsUp())
  const { state, compound, final } = columnsOf(own.record, environment, transaction, seal).columns
  if (state !== item.state || compound !== item.compound || final === 1)
    return { answer: 'moved', state, compound }
  const kept = { ...own, fired: await needs.firedRules(transaction, own, call) }
  const written = await transactInCall(store, itemTurn(call.scope, transaction), (trx) => {
    // Nobody hears of what is written after the answer.
    if (performance.now() >= until) throw new TimeIsUp()
    return writeDecision(trx, { ...call, params: { transaction } }, needs, { own: kept, more: ['bulk'] })
  })
  if (written.answer !== 'not_yours') return toldOf(written, seesOf(call))
  const after = await openItem(store.db, { dialect: store.dialect }, seesOf(call), transaction)
  return after === undefined ? { answer: 'gone' } : { answer: 'held', item: after }
}

function deedOf(done: Done): Deed {
  if (done.answer !== 'made')
    return {
      action: 'decision.stopped',
      about:
        done.merchant === undefined
          ? null
          : subject('transaction', done.transaction, { merchant: done.merchant }),
    }
  const { id, merchant } = done.row
  return { action: 'decision.made', about: { kind: 'decision', id, merchant } }
}

function resultOf(done: Done, by: Onlooker): BulkResult {
  const { transaction } = done
  switch (done.answer) {
    case 'made':
    case 'decided':
      return { transaction, answer: done.answer, decision: markOf(done.row, by) }
    case 'held':
      return { transaction, answer: done.answer, owner: ownerOf(done.item, by) }
    case 'moved': {
      const compound = done.compound === null ? null : readCompound(done.compound)
      return { transaction, answer: done.answer, state: readState(done.state), compound }
    }
    case 'failed':
      return { transaction, answer: done.answer, problem: done.problem }
    default:
      return { transaction, answer: done.answer }
  }
}

interface Found {
  readonly done: readonly Done[]
  readonly by: Onlooker
}

/**
 * Decides about several items with one reason, each by itself: claimed, read from the service, compared with
 * what its row said, and recorded for a second person. What was not reached in time is said so. Throws
 * `bad_request` naming `reason` or `ticket`.
 */
export const decideReviewItems = route(endpoints.decideReviewItems, {
  permission: 'review.work',
  audit: (_call, found: Found | undefined) =>
    found === undefined ? { action: 'decision.stopped', about: null } : found.done.map(deedOf),
  async handle(call, needs: BulkNeeds): Promise<Found> {
    const done = await decideAll(call, needs)
    const { seal, config } = needs
    const by = onlookerOf(call.actor, {
      seal,
      reasons: reasonsOf(config.review),
      staleMs: config.review.staleMs,
    })
    return { done, by }
  },
  present: ({ done, by }) => ({ results: done.map((one) => resultOf(one, by)) }),
})
