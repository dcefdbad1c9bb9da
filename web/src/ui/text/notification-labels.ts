import type { ReceivedNotification, ReceivedNotificationStatus } from '@paydesk/shared/payments/notifications'
import type { StateTone } from './state-label.tsx'

type Effect = NonNullable<ReceivedNotification['effect']>
interface LabelWithTone {
  readonly word: string
  readonly says: string
  readonly tone: StateTone
}

export const notificationStatusLabels: Record<ReceivedNotificationStatus, LabelWithTone> = {
  new: { word: 'new', says: 'Stored; nobody has looked at it yet.', tone: 'open' },
  waiting: { word: 'waiting', says: 'Its transaction is to be read again.', tone: 'open' },
  confirmed: { word: 'confirmed', says: 'Its transaction was read after it had arrived.', tone: 'good' },
  kept: { word: 'kept', says: 'Nothing to read: it names no transaction.', tone: 'ended' },
  isolated: { word: 'isolated', says: 'It could not be worked on and stands in nobody’s way.', tone: 'bad' },
}

export const notificationEffectLabels: Record<Effect, LabelWithTone> = {
  agrees: { word: 'agrees', says: 'The read gave the state that the notification says.', tone: 'good' },
  changed: { word: 'changed', says: 'The read gave a change that the notification announced.', tone: 'open' },
  differs: {
    word: 'differs',
    says: 'The read gave another state than the notification says.',
    tone: 'review',
  },
  not_found: { word: 'not found', says: 'The service does not know its transaction.', tone: 'bad' },
}

export const notificationKindLabels: Record<NonNullable<ReceivedNotification['kind']>, string> = {
  transaction: 'Transaction',
  incoming_transfer: 'Incoming transfer',
  unreadable: 'Unreadable',
}

/** Returns a text such as `0.4 s`, `12 s`, `3 min` or `2 h`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 90_000) return `${Math.floor(ms / 1_000)} s`
  if (ms < 5_400_000) return `${Math.floor(ms / 60_000)} min`
  return `${Math.floor(ms / 3_600_000)} h`
}
