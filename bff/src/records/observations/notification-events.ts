import type { SentNotification } from '@paydesk/shared/payments/notifications'

type Meaning = SentNotification['event']['meaning']

/** Documented events with their meaning (service-facts, Notifications). The list is open. */
const events: Readonly<Record<string, Meaning>> = {
  transaction_accepted: 'final',
  transaction_declined: 'final',
  transaction_expired: 'final',
  transaction_cancelled: 'final',
  payment_success: 'progress',
  payment_piv_success: 'progress',
  kyc_manual_review: 'review',
  kyc_manual_requested_document: 'review',
  capture_gateway_failed: 'progress',
  capture_failures_exceeded: 'progress',
  risk_auto_rejected: 'progress',
  risk_manual_rejected: 'progress',
  manual_risk_review: 'review',
  payment_manually_accepted: 'progress',
  refund_issued: 'after_end',
  refund_pending: 'after_end',
  refund_failed: 'after_end',
  chargeback_flagged: 'after_end',
  dispute_flagged: 'after_end',
  fraud_flagged: 'after_end',
}

/** Events after the end, which do not change the state any more. */
export const afterEndNotificationEvents: readonly string[] = Object.keys(events).filter(
  (name) => events[name] === 'after_end',
)

/** Events which say that the transaction continues (service-facts, Notifications). */
const continuingEvents: ReadonlySet<string> = new Set(['payment_success', 'payment_piv_success'])

/** Returns true if the event says that this is not the end, regardless of the state beside it. */
export function isContinuingNotificationEvent(raw: string | null): boolean {
  return raw !== null && (continuingEvents.has(raw) || classifyNotificationEvent(raw).meaning === 'review')
}

/** Returns the meaning of an event; an undocumented event is passed on as received. */
export function classifyNotificationEvent(raw: string | null): SentNotification['event'] {
  const meaning = raw !== null && Object.hasOwn(events, raw) ? events[raw] : undefined
  return { raw: raw ?? '', documented: meaning !== undefined, meaning: meaning ?? 'unknown' }
}
