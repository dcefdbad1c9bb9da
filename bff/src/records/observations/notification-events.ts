import type { SentNotification } from '@paydesk/shared/payments/notifications'

type Meaning = SentNotification['event']['means']

/** Documented events with the label that staff read (service-facts, Notifications). The list is open. */
const events: Readonly<Record<string, readonly [word: string, means: Meaning]>> = {
  transaction_accepted: ['Transaction accepted', 'final'],
  transaction_declined: ['Transaction declined', 'final'],
  transaction_expired: ['Transaction expired', 'final'],
  transaction_cancelled: ['Transaction cancelled', 'final'],
  payment_success: ['Payment received, on hold', 'progress'],
  payment_piv_success: ['Payment instrument verified', 'progress'],
  kyc_manual_review: ['Identity in manual review', 'review'],
  kyc_manual_requested_document: ['A document was requested', 'review'],
  capture_gateway_failed: ['Taking the payment details failed', 'progress'],
  capture_failures_exceeded: ['Too many failures with the payment details', 'progress'],
  risk_auto_rejected: ['Rejected by risk rules', 'progress'],
  risk_manual_rejected: ['Rejected in risk review', 'progress'],
  manual_risk_review: ['In risk review', 'review'],
  payment_manually_accepted: ['Accepted by an operator', 'progress'],
  refund_issued: ['Refund issued', 'after_end'],
  refund_pending: ['Refund pending', 'after_end'],
  refund_failed: ['Refund failed', 'after_end'],
  chargeback_flagged: ['Chargeback flagged', 'after_end'],
  dispute_flagged: ['Dispute flagged', 'after_end'],
  fraud_flagged: ['Fraud flagged', 'after_end'],
}

/** Events after the end, which do not change the state any more. */
export const afterEndEvents: readonly string[] = Object.keys(events).filter(
  (name) => events[name]?.[1] === 'after_end',
)

/** Events which say that the transaction continues (service-facts, Notifications). */
const continuingEvents: ReadonlySet<string> = new Set(['payment_success', 'payment_piv_success'])

/** Returns true if the event says that this is not the end, regardless of the state beside it. */
export function isContinuingEvent(raw: string | null): boolean {
  return raw !== null && (continuingEvents.has(raw) || describeEvent(raw).means === 'review')
}

/** Returns label and meaning of an event; an undocumented event is shown as received. */
export function describeEvent(raw: string | null): SentNotification['event'] {
  if (raw === null) return { raw: '', documented: false, word: 'No event given', means: 'unknown' }
  const known = Object.hasOwn(events, raw) ? events[raw] : undefined
  if (known === undefined) return { raw, documented: false, word: raw, means: 'unknown' }
  return { raw, documented: true, word: known[0], means: known[1] }
}
