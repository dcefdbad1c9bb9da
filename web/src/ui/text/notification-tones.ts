import type { ReceivedNotification, ReceivedNotificationStatus } from '@paydesk/shared/payments/notifications'
import type { StateTone } from './state-label.tsx'

type Effect = NonNullable<ReceivedNotification['effect']>

export const notificationStatusTones: Record<ReceivedNotificationStatus, StateTone> = {
  new: 'open',
  waiting: 'open',
  confirmed: 'good',
  stored: 'ended',
  isolated: 'bad',
}

export const notificationEffectTones: Record<Effect, StateTone> = {
  agrees: 'good',
  changed: 'open',
  differs: 'review',
  not_found: 'bad',
}
