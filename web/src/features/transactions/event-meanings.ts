import type { SentNotification } from '@paydesk/shared/payments/notification'

/** Labels for the meaning of an event. The state itself always comes from a read, never from an event. */
export const eventMeaningLabels: Record<SentNotification['event']['means'], string> = {
  final: 'end',
  progress: 'on the way',
  review: 'needs a decision',
  after_end: 'after the end, changes no state',
  unknown: 'meaning not known',
}
