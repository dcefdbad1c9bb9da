import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { notificationEffectTones, notificationStatusTones } from '../../ui/text/notification-tones.ts'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'

/** Shows the result of the confirming read, or the processing status until then. */
export function NotificationEffectLabel({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { effects, statuses } = useMessages('receivedNotifications')
  const { effect, status, isolationReason: why } = entry
  const tone = effect === null ? notificationStatusTones[status] : notificationEffectTones[effect]
  const { label, description } = effect === null ? statuses[status] : effects[effect]
  return (
    <span className={styles.effect} title={why === null ? description : `${description} ${why}`}>
      <ToneIcon tone={tone} />
      {label}
    </span>
  )
}

/** Shows the effect, the time of the confirming read, and the reason if there is one. */
export function NotificationOutcome({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const texts = useMessages('notifications')
  const { statuses } = useMessages('receivedNotifications')
  const format = useFormatter()
  const { confirmedAt, confirmedAfterMs, isolationReason: why, status } = entry
  return (
    <>
      <NotificationEffectLabel entry={entry} /> ·{' '}
      {confirmedAt === null
        ? statuses[status].description
        : format.parts<typeof texts.outcome.refreshedAfter, ReactNode>(
            confirmedAfterMs === null ? texts.outcome.refreshed : texts.outcome.refreshedAfter,
            {
              time: <Timestamp key="time" at={confirmedAt} as="time" />,
              delay: confirmedAfterMs === null ? '' : format.duration(confirmedAfterMs),
            },
          )}
      {why === null ? null : <> · {why}</>}
    </>
  )
}
