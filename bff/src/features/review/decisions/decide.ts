import type { DecisionDetail, DecisionReason, decideCaseRequestSchema } from '@paydesk/shared/cases/decisions'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { parseTransactionState } from '@paydesk/shared/core/state'
import type { z } from 'zod'
import { unwrapOperationalText } from '../../../platform/access/guarded.ts'
import { withRequestTransaction } from '../../../platform/database/transaction.ts'
import type { Actor, Scope } from '../../../platform/http/route.ts'
import { rejectPersonalDataInTicket } from '../../../platform/http/ticket.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { isSamePerson } from '../../../platform/session/person.ts'
import { findOpenDecision } from '../../../records/observations/decision-outcome.ts'
import {
  buildReviewCaseLockKey,
  findOpenReviewCase,
  isReviewCaseClaimedBy,
  type ReviewScope,
  resolveReviewScope,
} from '../../../records/review-cases.ts'
import { hashStateRecord, storeDecisionDraft } from '../case-snapshot.ts'
import { expireDecisions } from '../decision-transitions.ts'
import { getDecisionReasons } from '../reasons.ts'
import { findReviewPeriod } from '../review-period.ts'
import { type MakeDecisionDeps, type WriteDecisionResult, writeDecision } from './decision-write.ts'
import { isDecisionVisible } from './decisions.ts'
import { findRecordChangesSinceOpened, readCurrentTransaction } from './load-decision.ts'

export interface MakeDecisionCall {
  readonly params: { readonly transaction: TransactionId }
  readonly body: z.output<typeof decideCaseRequestSchema>
  readonly actor: Actor
  readonly scope: Scope
}

/** Result as in `DecideCaseResponse`, with rows that are not presented yet. */
type DecisionAttempt =
  | WriteDecisionResult
  | { readonly answer: 'moved'; readonly changed: DecisionDetail['changed']; readonly recordHash: string }

export type DecisionResult = DecisionAttempt & { readonly merchant: string }

/**
 * Rejects a reason that is not on the list, and personal data in a ticket, which is stored in clear text.
 * Throws `bad_request`.
 */
export function validateReasonAndTicket(
  { verdict, reason, ticket }: Omit<MakeDecisionCall['body'], 'recordHash' | 'text'>,
  reasons: readonly DecisionReason[],
): void {
  if (!reasons.some((one) => one.verdict === verdict && one.code === reason))
    throw new ProblemError('bad_request', { fields: [{ name: 'reason', rule: 'listed_reason' }] })
  rejectPersonalDataInTicket('ticket', ticket)
}

/**
 * Decides a case in review. Checks the claim before and inside the writing transaction and reads the payment
 * service in between: if the record differs from `recordHash`, nothing is decided. Keeps the input as a draft
 * unless a decision was made of it. Throws `bad_request` naming `reason` or `ticket`, `not_found`, and the
 * problems of a read.
 */
export async function makeDecision(call: MakeDecisionCall, deps: MakeDecisionDeps): Promise<DecisionResult> {
  const { params, body, actor, scope } = call
  validateReasonAndTicket(body, getDecisionReasons(deps.config.review))
  await expireDecisions(deps.store, scope.environment)
  const made = await decideInScope(call, deps)
  if (made.answer === 'made') deps.store.wake('changes')
  // Keep no draft of a request sent twice: the first one became the decision.
  else if (made.answer !== 'decided' || !isSamePerson(actor.session, made.row)) {
    const { verdict, reason, text, ticket = '' } = body
    const place = { environment: scope.environment, ...params, person: actor.session }
    await storeDecisionDraft(deps.store.db, place, { verdict, reason, text, ticket }, deps.cipher)
  }
  return made
}

async function decideInScope(call: MakeDecisionCall, deps: MakeDecisionDeps): Promise<DecisionResult> {
  const reviewScope = resolveReviewScope(call)
  const stay = await findReviewPeriod(deps.store.db, reviewScope, call.params.transaction)
  if (stay === null) throw new ProblemError('not_found')
  const { merchant } = stay
  const made = await tryDecide(call, reviewScope, deps)
  // The existing decision may be outside this user's scope: answer `not_yours` without revealing it.
  if (made.answer === 'decided' && !isDecisionVisible(made.row, reviewScope))
    return { answer: 'not_yours', merchant }
  return { ...made, merchant }
}

async function tryDecide(
  call: MakeDecisionCall,
  reviewScope: ReviewScope,
  deps: MakeDecisionDeps,
): Promise<DecisionAttempt> {
  const { params, body, actor, scope } = call
  const { store, cipher } = deps
  const { transaction } = params
  const standing = await findOpenDecision(store.db, scope.environment, transaction)
  if (standing !== undefined) return { answer: 'decided', row: standing }
  const item = await findOpenReviewCase(store.db, { dialect: store.dialect }, reviewScope, transaction)
  if (item !== undefined && !isReviewCaseClaimedBy(item, actor.session)) return { answer: 'not_yours' }
  const own = await readCurrentTransaction(transaction, { actor, scope }, deps)
  const recordHash = hashStateRecord(own.record, cipher)
  if (recordHash !== body.recordHash)
    return {
      answer: 'moved',
      changed: await findRecordChangesSinceOpened(body.recordHash, own, call, deps),
      recordHash,
    }
  // The record equals the one on screen, which was no longer in review.
  if (item === undefined) return { answer: 'not_yours' }
  const now = parseTransactionState(unwrapOperationalText(own.record.state) ?? '')
  if (!now.final) {
    const kept = { ...own, fired: await deps.firedRules(transaction, own, { actor, scope }) }
    return withRequestTransaction(store, buildReviewCaseLockKey(reviewScope, transaction), (trx) =>
      writeDecision(trx, call, deps, { own: kept, more: [] }),
    )
  }
  const changed = [
    {
      name: 'state',
      before: { kind: 'state' as const, raw: item.state },
      after: { kind: 'state' as const, raw: now.raw },
    },
  ]
  return { answer: 'moved', changed, recordHash }
}
