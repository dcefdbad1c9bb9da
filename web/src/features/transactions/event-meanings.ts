import type { SentNotification } from '@paydesk/shared/payments/notification'

/** What an event says about the state; the state itself is always read, never taken from an event. */
export const eventMeaningLabels: Record<SentNotification['event']['means'], string> = {
  final: 'end',
  progress: 'on the way',
  review: 'needs a decision',
  after_end: 'after the end, changes no state',
  unknown: 'meaning not known',
}
