import type { DecisionFollowUp, DecisionStatus, Verdict } from '@paydesk/shared/cases/decisions'
import type { ApprovalRule, CaseKind, CaseSummary, StepInReview } from '@paydesk/shared/cases/review-cases'

/** Reasons why a transaction is in the queue. */
export const reviewKindLabels: Record<CaseKind, string> = {
  manual: 'Manual review',
  piv: 'Instrument review',
  risk: 'Risk review',
  hold: 'On hold',
  task: 'Task',
}

/** Steps of the record that wait for a person. */
export const reviewConcernLabels: Record<StepInReview, string> = {
  kyc: 'identity',
  docs: 'documents',
  piv: 'instrument',
}

/** Reasons why a decision needs an approval. */
export const approvalReasonLabels: Record<ApprovalRule, string> = {
  amount: 'the amount is over the limit',
  amount_not_given: 'no amount is known',
  first_payment: 'it is the first payment of this customer',
  identity: 'the identity is not verified',
  reversal: 'it goes against an earlier decision',
  bulk: 'it was decided together with others',
  carried_out: 'Paydesk carries it out at the service',
}

export const slaStateLabels: Record<CaseSummary['level']['state'], string> = {
  kept: 'kept',
  near: 'near',
  over: 'over',
}

export const verdictLabels: Record<Verdict, string> = {
  accept: 'Accept',
  reject: 'Reject',
  cancel: 'Cancel',
}

export const decisionStatusLabels: Record<DecisionStatus, string> = {
  waiting: 'waits for a second person',
  confirmed: 'confirmed',
  refused: 'refused by the second person',
  sent_back: 'sent back by the second person',
  withdrawn: 'withdrawn',
  expired: 'expired unanswered',
  overtaken: 'overtaken by the service',
}

export const followUpLabels: Record<DecisionFollowUp, string> = {
  waiting: 'waits for the service',
  followed: 'the service followed',
  not_followed: 'the service did not follow',
  opposite: 'the service did the opposite',
}

/** Short labels for table rows; hover shows the full label. */
export const shortDecisionStatusLabels: Record<DecisionStatus, string> = {
  waiting: '2nd person',
  confirmed: 'confirmed',
  refused: 'refused',
  sent_back: 'sent back',
  withdrawn: 'withdrawn',
  expired: 'expired',
  overtaken: 'overtaken',
}

export const shortFollowUpLabels: Record<DecisionFollowUp, string> = {
  waiting: 'waits',
  followed: 'followed',
  not_followed: 'not followed',
  opposite: 'opposite',
}

/** Formats a duration in whole units: `4 h`, `90 min`, `2 days`. */
export function formatWholeDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes % 1_440 === 0 && minutes > 0) return `${minutes / 1_440} ${minutes === 1_440 ? 'day' : 'days'}`
  return minutes % 60 === 0 && minutes > 0 ? `${minutes / 60} h` : `${minutes} min`
}

/** Formats an age band: `under 1 h`, `1 h to 4 h`, `over 3 days`. */
export function formatAgeBand({
  fromMs,
  toMs,
}: {
  readonly fromMs: number
  readonly toMs: number | null
}): string {
  if (toMs === null) return `over ${formatWholeDuration(fromMs)}`
  return fromMs === 0
    ? `under ${formatWholeDuration(toMs)}`
    : `${formatWholeDuration(fromMs)} to ${formatWholeDuration(toMs)}`
}
