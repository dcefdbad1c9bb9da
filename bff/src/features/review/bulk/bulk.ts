import type { BulkDecisionRequest, BulkDecisionResult } from '@paydesk/shared/cases/review-bulk'
import type { TransactionId } from '@paydesk/shared/core/ids'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import { endpoints } from '@paydesk/shared/endpoints'
import { type AuditEvent, toAuditSubject } from '../../../platform/audit/entry.ts'
import { withRequestTransaction } from '../../../platform/database/transaction.ts'
import { type Actor, defineRoute, type Scope } from '../../../platform/http/route.ts'
import { toLoggedProblem } from '../../../platform/http/serve.ts'
import type { Logger } from '../../../platform/runtime/log.ts'
import { withTimeout } from '../../../platform/runtime/timeout.ts'
import { extractRecordColumns } from '../../../records/confirmation/transaction-columns.ts'
import { type DecisionRow, findOpenDecision } from '../../../records/observations/decision-outcome.ts'
import {
  buildReviewCaseLockKey,
  findOpenReviewCase,
  isReviewCaseClaimedBy,
  type ReviewCaseRow,
  type ReviewScope,
  resolveReviewScope,
} from '../../../records/review-cases.ts'
import { endCaseClaim, tryClaimCase } from '../case-claims.ts'
import { expireDecisions } from '../decision-transitions.ts'
import { validateReasonAndTicket } from '../decisions/decide.ts'
import { type MakeDecisionDeps, writeDecision } from '../decisions/decision-write.ts'
import {
  createDecisionViewer,
  type DecisionViewer,
  isDecisionVisible,
  presentDecisionMark,
} from '../decisions/decisions.ts'
import { readCurrentTransaction } from '../decisions/load-decision.ts'
import type { ReviewRateLimits } from '../limits.ts'
import { presentCaseClaim } from '../present.ts'
import { getDecisionReasons } from '../reasons.ts'
import { findReviewPeriod } from '../review-period.ts'

export interface BulkDecisionDeps extends MakeDecisionDeps {
  readonly log: Logger
  readonly reviewLimits: Pick<ReviewRateLimits, 'reads'>
  readonly config: MakeDecisionDeps['config'] & {
    /** Time limit for one read of the payment service (ms). */
    readonly upstreamDeadlineMs: number
    readonly review: { readonly claimMs: number }
  }
}

interface BulkDecisionCall {
  readonly body: BulkDecisionRequest
  readonly actor: Actor
  readonly scope: Scope
}

type BulkCase = BulkDecisionRequest['cases'][number]

/** Result as in `BulkDecisionResult`, with rows that are not presented yet. */
type BulkOutcome =
  | { readonly answer: 'made' | 'decided'; readonly row: DecisionRow }
  | { readonly answer: 'held'; readonly item: ReviewCaseRow }
  | { readonly answer: 'moved'; readonly state: string; readonly compound: string | null }
  | { readonly answer: 'gone' | 'not_tried' }
  | { readonly answer: 'failed'; readonly problem: ProblemId }

/**
 * Result of one case. `merchant` is undefined for an unknown transaction, whose id can be any text and must
 * stay out of the audit log.
 */
type ProcessedCase = BulkOutcome & {
  readonly transaction: TransactionId
  readonly merchant: string | undefined
}

const maxConcurrentCases = 4
/** Time (ms) on top of one read of the payment service; the rest of the response time is for writes. */
const spareMs = 500

class DeadlineExceededError extends Error {}

/**
 * Validates the shared reason and ticket, then tries each case. Returns the results in the order sent. Throws
 * `bad_request` naming `reason` or `ticket`.
 */
async function decideCases(call: BulkDecisionCall, deps: BulkDecisionDeps): Promise<ProcessedCase[]> {
  const { body, scope } = call
  validateReasonAndTicket(body, getDecisionReasons(deps.config.review))
  const until = performance.now() + deps.config.upstreamDeadlineMs + spareMs
  await expireDecisions(deps.store, scope.environment)
  const done: ProcessedCase[] = []
  const left = body.cases.entries()
  async function work(): Promise<void> {
    for (const [nth, item] of left) done[nth] = await decideListedCase(item, call, until, deps)
  }
  await Promise.all(Array.from({ length: maxConcurrentCases }, work))
  if (done.some(({ answer }) => answer === 'made')) deps.store.wake('changes')
  return done
}

/** Decides one case. A failure becomes the result of this case and does not affect the others. */
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

/**
 * Claims a case for the time of its decision. Releases the claim afterwards unless the caller held it before.
 */
async function claimAndDecide(
  item: BulkCase,
  call: BulkDecisionCall,
  until: number,
  deps: BulkDecisionDeps,
): Promise<BulkOutcome> {
  const { store, config } = deps
  const { transaction } = item
  const person = call.actor.session
  const reviewScope = resolveReviewScope(call)
  const standing = await findOpenDecision(store.db, reviewScope.environment, transaction)
  if (standing !== undefined) return hideInvisibleDecision({ answer: 'decided', row: standing }, reviewScope)
  const before = await findOpenReviewCase(store.db, { dialect: store.dialect }, reviewScope, transaction)
  if (before === undefined) return { answer: 'gone' }
  deps.reviewLimits.reads(call.actor)
  const wanted = { reviewScope, transaction, person }
  const claimResult = await tryClaimCase(deps, wanted, {
    ms: config.review.claimMs,
    takeOver: undefined,
    now: Date.now(),
  })
  if (claimResult.answer !== 'taken') return claimResult
  try {
    return await decideClaimedCase(item, call, until, deps)
  } finally {
    if (!isReviewCaseClaimedBy(before, person)) await releaseClaim(wanted, deps)
  }
}

/** Hides an existing decision outside the caller's scope, as every list does. */
function hideInvisibleDecision(
  outcome: BulkOutcome & { readonly row: DecisionRow },
  reviewScope: ReviewScope,
): BulkOutcome {
  return outcome.answer === 'decided' && !isDecisionVisible(outcome.row, reviewScope)
    ? { answer: 'gone' }
    : outcome
}

/**
 * Releases a claim. A failure is only logged: the claim expires by itself, and the result
 * of the case is final.
 */
async function releaseClaim(
  wanted: Parameters<typeof endCaseClaim>[1],
  deps: BulkDecisionDeps,
): Promise<void> {
  try {
    await endCaseClaim(deps, wanted, Date.now())
  } catch (error) {
    deps.log.error({ err: error }, 'a claim could not be released')
  }
}

async function decideClaimedCase(
  item: BulkCase,
  call: BulkDecisionCall,
  until: number,
  deps: BulkDecisionDeps,
): Promise<BulkOutcome> {
  const { store, cipher } = deps
  const { transaction } = item
  const { environment } = call.scope
  const read = readCurrentTransaction(transaction, call, deps)
  const own = await withTimeout(until - performance.now(), read, () => new DeadlineExceededError())
  const { state, compound, final } = extractRecordColumns(
    own.record,
    environment,
    transaction,
    cipher,
  ).columns
  if (state !== item.state || compound !== item.compound || final === 1)
    return { answer: 'moved', state, compound }
  const kept = { ...own, fired: await deps.firedRules(transaction, own, call) }
  const written = await withRequestTransaction(
    store,
    buildReviewCaseLockKey(call.scope, transaction),
    (trx) => {
      // Abort: the caller would never learn of a write after the response.
      if (performance.now() >= until) throw new DeadlineExceededError()
      return writeDecision(trx, { ...call, params: { transaction } }, deps, { own: kept, more: ['bulk'] })
    },
  )
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
      return { transaction, answer: done.answer, claim: presentCaseClaim(done.item, by) }
    case 'moved': {
      const compound = done.compound === null ? null : parseCompoundState(done.compound)
      return { transaction, answer: done.answer, state: parseTransactionState(done.state), compound }
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
 * Decides several cases with one reason, each by itself: claims the case, reads the payment service, compares
 * the state with the caller's row, and records the decision for approval. Reports cases that were not reached
 * in time as `not_tried`. Throws `bad_request` naming `reason` or `ticket`.
 */
export const bulkDecideCasesRoute = defineRoute(endpoints.bulkDecideCases, {
  permission: 'review.work',
  audit: (_call, found: ProcessedCases | undefined) =>
    found === undefined ? { action: 'decision.stopped', about: null } : found.done.map(buildAuditEvent),
  async handle(call, deps: BulkDecisionDeps): Promise<ProcessedCases> {
    const done = await decideCases(call, deps)
    const { cipher, config } = deps
    const by = createDecisionViewer(call.actor, {
      cipher,
      reasons: getDecisionReasons(config.review),
      staleMs: config.review.staleMs,
    })
    return { done, by }
  },
  present: ({ done, by }) => ({ results: done.map((one) => presentBulkResult(one, by)) }),
})
