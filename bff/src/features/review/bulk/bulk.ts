import type { BulkDecisionRequest, BulkDecisionResult } from '@paydesk/shared/cases/review-bulk'
import type { TransactionId } from '@paydesk/shared/core/ids'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { parseCompoundState, parseState } from '@paydesk/shared/core/state'
import { endpoints } from '@paydesk/shared/endpoints'
import { type AuditEvent, toAuditSubject } from '../../../platform/audit/entry.ts'
import { withRequestTransaction } from '../../../platform/database/transaction.ts'
import { type Actor, defineRoute, type Scope } from '../../../platform/http/route.ts'
import { toLoggedProblem } from '../../../platform/http/serve.ts'
import type { Logger } from '../../../platform/runtime/log.ts'
import { withTimeout } from '../../../platform/runtime/timeout.ts'
import { extractRecordColumns } from '../../../records/confirmation/transaction-columns.ts'
import { type DecisionRow, findLiveDecision } from '../../../records/observations/decision-outcome.ts'
import {
  findOpenReviewCase,
  isClaimedBy,
  type ReviewCaseRow,
  type ReviewScope,
  resolveReviewScope,
  reviewCaseLock,
} from '../../../records/review-cases.ts'
import { endCaseClaim, tryClaimCase } from '../claims.ts'
import { expireDecisions } from '../decision-transitions.ts'
import { validateReasonAndTicket } from '../decisions/decide.ts'
import { readCurrentTransaction } from '../decisions/decision-case.ts'
import { type MakeDecisionDeps, writeDecision } from '../decisions/decision-write.ts'
import {
  createDecisionViewer,
  type DecisionViewer,
  isDecisionVisible,
  presentDecisionMark,
} from '../decisions/decisions.ts'
import type { ReviewLimits } from '../limits.ts'
import { presentOwner } from '../present.ts'
import { getDecisionReasons } from '../reasons.ts'
import { findReviewPeriod } from '../review-period.ts'

export interface BulkDecisionDeps extends MakeDecisionDeps {
  readonly log: Logger
  readonly reviewLimits: Pick<ReviewLimits, 'reads'>
  readonly config: MakeDecisionDeps['config'] & {
    /** How long one read of the service may take (ms). */
    readonly upstreamDeadlineMs: number
    readonly review: { readonly claimMs: number }
  }
}

interface BulkDecisionCall {
  readonly body: BulkDecisionRequest
  readonly actor: Actor
  readonly scope: Scope
}

type BulkCase = BulkDecisionRequest['items'][number]

/** As `bulkResult`, with rows that are still to be shown. */
type BulkOutcome =
  | { readonly answer: 'made' | 'decided'; readonly row: DecisionRow }
  | { readonly answer: 'held'; readonly item: ReviewCaseRow }
  | { readonly answer: 'moved'; readonly state: string; readonly compound: string | null }
  | { readonly answer: 'gone' | 'not_tried' }
  | { readonly answer: 'failed'; readonly problem: ProblemId }

/** The merchant where it was known: what nobody knows can be any text of an id's form. */
type ProcessedCase = BulkOutcome & {
  readonly transaction: TransactionId
  readonly merchant: string | undefined
}

/** Items that are read and written at the same time. */
const maxConcurrentCases = 4
/** On top of one read of the service; what is left of the answer's time is for writing. */
const spareMs = 500

class DeadlineExceededError extends Error {}

/** Refuses what no item could be decided with, then tries each. Gives the results in the order sent. */
async function decideCases(call: BulkDecisionCall, deps: BulkDecisionDeps): Promise<ProcessedCase[]> {
  const { body, scope } = call
  validateReasonAndTicket(body, getDecisionReasons(deps.config.review))
  const until = performance.now() + deps.config.upstreamDeadlineMs + spareMs
  await expireDecisions(deps.store, scope.environment)
  const done: ProcessedCase[] = []
  const left = body.items.entries()
  async function work(): Promise<void> {
    for (const [nth, item] of left) done[nth] = await decideListedCase(item, call, until, deps)
  }
  await Promise.all(Array.from({ length: maxConcurrentCases }, work))
  if (done.some(({ answer }) => answer === 'made')) deps.store.wake('changes')
  return done
}

/** Whatever happens to one item is its own result. */
async function decideListedCase(
  item: BulkCase,
  call: BulkDecisionCall,
  until: number,
  deps: BulkDecisionDeps,
): Promise<ProcessedCase> {
  const { transaction } = item
  let merchant: string | undefined
  try {
    if (performance.now() >= until) return { transaction, merchant, answer: 'not_tried' }
    const stay = await findReviewPeriod(deps.store.db, resolveReviewScope(call), transaction)
    merchant = stay?.merchant
    const outcome: BulkOutcome =
      stay === null ? { answer: 'gone' } : await claimAndDecide(item, call, until, deps)
    return { transaction, merchant, ...outcome }
  } catch (thrown) {
    if (thrown instanceof DeadlineExceededError) return { transaction, merchant, answer: 'not_tried' }
    const { id } = toLoggedProblem(thrown, call.actor.reference, deps.log)
    return { transaction, merchant, answer: 'failed', problem: id }
  }
}

/** With the item in hand for as long as it takes: a claim that was not theirs before is given back. */
async function claimAndDecide(
  item: BulkCase,
  call: BulkDecisionCall,
  until: number,
  deps: BulkDecisionDeps,
): Promise<BulkOutcome> {
  const { store, config } = deps
  const { transaction } = item
  const person = call.actor.session
  const sees = resolveReviewScope(call)
  const standing = await findLiveDecision(store.db, sees.environment, transaction)
  if (standing !== undefined) return hideInvisibleDecision({ answer: 'decided', row: standing }, sees)
  const before = await findOpenReviewCase(store.db, { dialect: store.dialect }, sees, transaction)
  if (before === undefined) return { answer: 'gone' }
  deps.reviewLimits.reads(call.actor)
  const wanted = { sees, transaction, person }
  const taken = await tryClaimCase(deps, wanted, {
    ms: config.review.claimMs,
    takeOver: undefined,
    now: Date.now(),
  })
  if (taken.answer !== 'taken') return taken
  try {
    return await decideClaimedCase(item, call, until, deps)
  } finally {
    if (!isClaimedBy(before, person)) await releaseClaim(wanted, deps)
  }
}

/** A decision that was made when the item was none of theirs is not told of, as in every list. */
function hideInvisibleDecision(
  outcome: BulkOutcome & { readonly row: DecisionRow },
  sees: ReviewScope,
): BulkOutcome {
  return outcome.answer === 'decided' && !isDecisionVisible(outcome.row, sees) ? { answer: 'gone' } : outcome
}

/** Where it cannot be written the claim runs out by itself; what became of the item stands. */
async function releaseClaim(
  wanted: Parameters<typeof endCaseClaim>[1],
  deps: BulkDecisionDeps,
): Promise<void> {
  try {
    await endCaseClaim(deps, wanted, Date.now())
  } catch (error) {
    deps.log.error({ err: error }, 'a claim could not be given back')
  }
}

async function decideClaimedCase(
  item: BulkCase,
  call: BulkDecisionCall,
  until: number,
  deps: BulkDecisionDeps,
): Promise<BulkOutcome> {
  const { store, seal } = deps
  const { transaction } = item
  const { environment } = call.scope
  const read = readCurrentTransaction(transaction, call, deps)
  const own = await withTimeout(until - performance.now(), read, () => new DeadlineExceededError())
  const { state, compound, final } = extractRecordColumns(own.record, environment, transaction, seal).columns
  if (state !== item.state || compound !== item.compound || final === 1)
    return { answer: 'moved', state, compound }
  const kept = { ...own, fired: await deps.firedRules(transaction, own, call) }
  const written = await withRequestTransaction(store, reviewCaseLock(call.scope, transaction), (trx) => {
    // Nobody hears of what is written after the answer.
    if (performance.now() >= until) throw new DeadlineExceededError()
    return writeDecision(trx, { ...call, params: { transaction } }, deps, { own: kept, more: ['bulk'] })
  })
  if (written.answer !== 'not_yours') return hideInvisibleDecision(written, resolveReviewScope(call))
  const after = await findOpenReviewCase(
    store.db,
    { dialect: store.dialect },
    resolveReviewScope(call),
    transaction,
  )
  return after === undefined ? { answer: 'gone' } : { answer: 'held', item: after }
}

function buildAuditEvent(done: ProcessedCase): AuditEvent {
  if (done.answer !== 'made')
    return {
      action: 'decision.stopped',
      about:
        done.merchant === undefined
          ? null
          : toAuditSubject('transaction', done.transaction, { merchant: done.merchant }),
    }
  const { id, merchant } = done.row
  return { action: 'decision.made', about: { kind: 'decision', id, merchant } }
}

function presentBulkResult(done: ProcessedCase, by: DecisionViewer): BulkDecisionResult {
  const { transaction } = done
  switch (done.answer) {
    case 'made':
    case 'decided':
      return { transaction, answer: done.answer, decision: presentDecisionMark(done.row, by) }
    case 'held':
      return { transaction, answer: done.answer, owner: presentOwner(done.item, by) }
    case 'moved': {
      const compound = done.compound === null ? null : parseCompoundState(done.compound)
      return { transaction, answer: done.answer, state: parseState(done.state), compound }
    }
    case 'failed':
      return { transaction, answer: done.answer, problem: done.problem }
    default:
      return { transaction, answer: done.answer }
  }
}

interface ProcessedCases {
  readonly done: readonly ProcessedCase[]
  readonly by: DecisionViewer
}

/**
 * Decides about several items with one reason, each by itself: claimed, read from the service, compared with
 * what its row said, and recorded for a second person. What was not reached in time is said so. Throws
 * `bad_request` naming `reason` or `ticket`.
 */
export const bulkDecideCases = defineRoute(endpoints.bulkDecideCases, {
  permission: 'review.work',
  audit: (_call, found: ProcessedCases | undefined) =>
    found === undefined ? { action: 'decision.stopped', about: null } : found.done.map(buildAuditEvent),
  async handle(call, deps: BulkDecisionDeps): Promise<ProcessedCases> {
    const done = await decideCases(call, deps)
    const { seal, config } = deps
    const by = createDecisionViewer(call.actor, {
      seal,
      reasons: getDecisionReasons(config.review),
      staleMs: config.review.staleMs,
    })
    return { done, by }
  },
  present: ({ done, by }) => ({ results: done.map((one) => presentBulkResult(one, by)) }),
})
