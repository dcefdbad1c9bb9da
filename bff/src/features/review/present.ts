import { decisionIdSchema } from '@paydesk/shared/cases/decisions'
import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import { customerHandleSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import { guardValue } from '../../platform/access/guarded.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import type { RowWithRid } from '../../records/attach-rids.ts'
import { presentTransactionAmount } from '../../records/observations/amounts.ts'
import {
  isReviewCaseClaimed,
  isReviewCaseClaimedBy,
  parseApprovalRules,
  parseWorkflowStepsInReview,
  type ReviewCaseRow,
} from '../../records/review-cases.ts'
import {
  decryptStaffText,
  presentColleague,
  presentStaffText,
  type StaffTextViewer,
} from '../../records/staff-texts.ts'

/** Viewer of a case, with the dependencies needed to present one. */
export interface CaseViewer extends StaffTextViewer {
  /** SLA: time from the start of the review to a decision (ms). */
  readonly slaMs: number
  /** Current time of Paydesk, ms since 1970. */
  readonly now: number
}

const timeOrNull = (at: number | null) => (at === null ? null : formatIsoTime(at))

/** Returns the last quarter of the SLA (ms), in which a case counts as due soon. */
export const computeDueSoonMs = (slaMs: number) => Math.round(slaMs / 4)

/** Compares a case with its SLA. Times in ms. */
export function computeSlaState(dueAt: number, slaMs: number, now: number): CaseSummary['sla']['state'] {
  if (now > dueAt) return 'overdue'
  return now > dueAt - computeDueSoonMs(slaMs) ? 'due_soon' : 'on_time'
}

/** Owner of a case and the end of the claim; null while the case is unclaimed. */
export function presentCaseClaim(
  row: ReviewCaseRow,
  { session, cipher }: Pick<CaseViewer, 'session' | 'cipher'>,
): CaseSummary['claim'] {
  if (!isReviewCaseClaimed(row) || row.claim_name === null) return null
  const by = {
    name: decryptStaffText(row.claim_name, cipher) || null,
    me: isReviewCaseClaimedBy(row, session),
  }
  return { by, until: formatIsoTime(row.claim_until) }
}

function presentLastNote(row: ReviewCaseRow, caseViewer: CaseViewer): CaseSummary['lastNote'] {
  const { note_at, note_name, note_text, note_issuer, note_subject } = row
  if (note_at === null || note_name === null || note_text === null) return null
  const by = presentColleague({ issuer: note_issuer, subject: note_subject, name: note_name }, caseViewer)
  return { at: formatIsoTime(note_at), by, text: presentStaffText(note_text, caseViewer) }
}

function presentCaseDecision(row: ReviewCaseRow, { session }: CaseViewer): CaseSummary['decision'] {
  const { decision, decision_verdict: verdict, decision_stands: status } = row
  if (decision === null || verdict === null || status === null) return null
  const person = { issuer: row.decision_issuer ?? '', subject: row.decision_subject ?? '' }
  return {
    decision: decisionIdSchema.parse(decision),
    verdict,
    status,
    followUp: row.decision_follow_up,
    mine: isSamePerson(session, person),
  }
}

/** Presents one row of the review queue, masked for the viewer. */
export function presentCaseRow({ row, rid }: RowWithRid<ReviewCaseRow>, caseViewer: CaseViewer): CaseSummary {
  const { fieldAccess, slaMs, now } = caseViewer
  const { amount, currency } = presentTransactionAmount({ ...row, amount_source: null }, fieldAccess)
  return {
    transaction: transactionIdSchema.parse(row.transaction_id),
    version: row.version,
    kind: row.kind,
    concerns: parseWorkflowStepsInReview(row),
    state: parseTransactionState(row.state),
    compound: row.compound === null ? null : parseCompoundState(row.compound),
    customer: row.customer === null ? null : customerHandleSchema.parse(row.customer),
    rid: fieldAccess.mask(guardValue('rid', rid)),
    merchant: fieldAccess.mask(guardValue('original.merchant_id', row.merchant)),
    amount,
    currency,
    test: row.test === null ? null : row.test === 1,
    since: { from: timeOrNull(row.since_from), to: formatIsoTime(row.since_to) },
    expiresAt: timeOrNull(row.expires_at),
    sla: { state: computeSlaState(row.due_at, slaMs, now), dueAt: formatIsoTime(row.due_at) },
    claim: presentCaseClaim(row, caseViewer),
    approvalRules: parseApprovalRules(row),
    snoozedUntil: row.snoozed_until > row.clock ? formatIsoTime(row.snoozed_until) : null,
    lastNote: presentLastNote(row, caseViewer),
    decision: presentCaseDecision(row, caseViewer),
  }
}
