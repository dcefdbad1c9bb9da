import { type DecisionReason, type DecisionView, decisionIdSchema } from '@paydesk/shared/cases/decisions'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { parseTransactionState } from '@paydesk/shared/core/state'
import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../../platform/database/schema/schema.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { formatIsoTime } from '../../../platform/runtime/iso-time.ts'
import { isPossiblySamePerson, isSamePerson } from '../../../platform/session/person.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { parseApprovalRules, type ReviewScope } from '../../../records/review-cases.ts'
import { presentColleague, presentStaffText, type StaffTextViewer } from '../../../records/staff-texts.ts'
import { type OperatorActionRow, presentOperatorAction } from '../operator-actions/action-rows.ts'
import { findDecisionReason } from '../reasons.ts'

/** Viewer of decisions, with the dependencies needed to present them. */
export interface DecisionViewer extends StaffTextViewer {
  readonly mayWork: boolean
  readonly reasons: readonly DecisionReason[]
  /**
   * Time (ms) the payment service may leave a decision open before people other than its maker may close it.
   */
  readonly staleMs: number
}

/** Creates the viewer for all decisions of a request. */
export function createDecisionViewer(
  { fieldAccess, session, permissions }: Actor,
  more: Pick<DecisionViewer, 'cipher' | 'reasons' | 'staleMs'>,
): DecisionViewer {
  return { fieldAccess, session, mayWork: permissions.has('review.work'), ...more }
}

/** Selects the decisions this person may see: without `allKinds`, only those about identity and documents. */
export function selectVisibleDecisions(
  db: Kysely<DatabaseSchema>,
  { environment, merchants, allKinds }: ReviewScope,
) {
  return db
    .selectFrom('decisions')
    .where('environment', '=', environment)
    .where('merchant', 'in', merchants)
    .$if(!allKinds, (query) => query.where('concerns', '!=', ''))
}

/** Applies the conditions of `selectVisibleDecisions` to a loaded row. */
export function isDecisionVisible(
  row: DecisionRow,
  { environment, merchants, allKinds }: ReviewScope,
): boolean {
  const isInScope = row.environment === environment && merchants.includes(row.merchant)
  return isInScope && (allKinds || row.concerns !== '')
}

/** Loads the visible decisions about a transaction, newest first. */
export function loadTransactionDecisions(
  db: Kysely<DatabaseSchema>,
  reviewScope: ReviewScope,
  transaction: string,
): Promise<DecisionRow[]> {
  return selectVisibleDecisions(db, reviewScope)
    .selectAll()
    .where('transaction_id', '=', transaction)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

const timeOrNull = (at: number | null) => (at === null ? null : formatIsoTime(at))

/** Returns why this person may not approve or reject; null if they may. */
function answerDisabledReason(
  row: DecisionRow,
  { session, mayWork }: DecisionViewer,
): DecisionView['disabledReason'] {
  if (row.status !== 'waiting') return 'not_waiting'
  if (!mayWork) return 'role'
  return isPossiblySamePerson(session, row) ? 'own_decision' : null
}

function presentApproval(row: DecisionRow, decisionViewer: DecisionViewer): DecisionView['approval'] {
  const {
    approval_issuer: issuer,
    approval_subject: subject,
    approval_name: name,
    approval_answer: answer,
  } = row
  if (row.approval_at === null || answer === null || name === null) return null
  return {
    by: presentColleague({ issuer, subject, name }, decisionViewer),
    at: formatIsoTime(row.approval_at),
    answer,
    text: presentStaffText(row.approval_text, decisionViewer),
  }
}

function presentWithdrawal(row: DecisionRow, decisionViewer: DecisionViewer) {
  const { withdrawn_issuer: issuer, withdrawn_subject: subject, withdrawn_name: name, withdrawn_text } = row
  return {
    withdrawnAt: timeOrNull(row.withdrawn_at),
    withdrawnBy: name === null ? null : presentColleague({ issuer, subject, name }, decisionViewer),
    withdrawnText: withdrawn_text === null ? null : presentStaffText(withdrawn_text, decisionViewer),
  }
}

/** Time from which people other than its maker may close a decision; null unless it is confirmed and live. */
function presentStaleAt(
  { status, live, approval_at, at }: DecisionRow,
  { staleMs }: DecisionViewer,
): string | null {
  return status === 'confirmed' && live === 1 ? formatIsoTime((approval_at ?? at) + staleMs) : null
}

function presentDecisionOutcome({
  outcome_from,
  outcome_to,
  outcome_state,
}: DecisionRow): DecisionView['outcome'] {
  if (outcome_to === null || outcome_state === null) return null
  return {
    from: timeOrNull(outcome_from),
    to: formatIsoTime(outcome_to),
    state: parseTransactionState(outcome_state),
  }
}

/** Presents the mark of a decision on its case. */
export function presentDecisionMark(row: DecisionRow, { session }: Pick<DecisionViewer, 'session'>) {
  return {
    decision: decisionIdSchema.parse(row.id),
    verdict: row.verdict,
    status: row.status,
    followUp: row.follow_up,
    mine: isSamePerson(session, row),
  }
}

/** Operator actions for decisions: whether they are on, and the action of each decision. */
export interface DecisionOperatorActions {
  isOn(environment: string): boolean
  /** Keyed by decision. */
  readonly rows: ReadonlyMap<string, OperatorActionRow>
}

function presentCarryOut(
  row: DecisionRow,
  { isOn, rows }: DecisionOperatorActions,
): Pick<DecisionView, 'actionAvailability' | 'action'> {
  const action = rows.get(row.id)
  return {
    actionAvailability: { isOn: isOn(row.environment), reason: null },
    action: action === undefined ? null : presentOperatorAction(action),
  }
}

/**
 * Presents a decision: texts of staff are masked by field permissions, names of staff are
 * shown to colleagues.
 */
export function presentDecision(
  row: DecisionRow,
  decisionViewer: DecisionViewer,
  acts: DecisionOperatorActions,
): DecisionView {
  const mark = presentDecisionMark(row, decisionViewer)
  const { mine } = mark
  const refusal = answerDisabledReason(row, decisionViewer)
  const staleAt = presentStaleAt(row, decisionViewer)
  return {
    ...mark,
    transaction: transactionIdSchema.parse(row.transaction_id),
    reason: findDecisionReason(decisionViewer.reasons, row.verdict, row.reason),
    text: presentStaffText(row.sealed_text, decisionViewer),
    ticket: row.ticket === null ? { visibility: 'absent' } : { visibility: 'clear', text: row.ticket },
    by: presentColleague(row, decisionViewer),
    at: formatIsoTime(row.at),
    state: parseTransactionState(row.state),
    approvalReasons: parseApprovalRules({ second: row.needed }),
    expiresAt: row.status === 'waiting' ? timeOrNull(row.expires_at) : null,
    approval: presentApproval(row, decisionViewer),
    ...presentWithdrawal(row, decisionViewer),
    outcome: presentDecisionOutcome(row),
    mayAnswer: refusal === null,
    disabledReason: refusal,
    mayWithdraw: mine && decisionViewer.mayWork && row.live === 1,
    staleAt,
    mayClose: staleAt !== null && !mine && decisionViewer.mayWork,
    ...presentCarryOut(row, acts),
  }
}
