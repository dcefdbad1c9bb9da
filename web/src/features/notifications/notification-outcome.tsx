import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import {
  formatDuration,
  notificationEffectLabels,
  notificationStatusLabels,
} from '../../ui/text/notification-labels.ts'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'

/** Shows the result of the confirming read, or the processing status until then. */
export function NotificationEffect({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { tone, word, says } =
    entry.effect === null ? notificationStatusLabels[entry.status] : notificationEffectLabels[entry.effect]
  return (
    <span className={styles.effect} title={entry.why === null ? says : `${says} ${entry.why}`}>
      <ToneIcon tone={tone} />
      {word}
    </span>
  )
}

/** Shows the effect, the time of the confirming read, and the reason if there is one. */
export function NotificationOutcome({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { confirmedAt, confirmedAfterMs, why, status } = entry
  return (
    <>
      <NotificationEffect entry={entry} />
      {confirmedAt === null ? (
        <> · {notificationStatusLabels[status].says}</>
      ) : (
        <>
          {' '}
          · read <Timestamp at={confirmedAt} as="time" />
          {confirmedAfterMs === null ? '' : `, ${formatDuration(confirmedAfterMs)} after it arrived`}
        </>
      )}
      {why === null ? null : <> · {why}</>}
    </>
  )
}
