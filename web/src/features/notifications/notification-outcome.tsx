import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReceivedNotification } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { notificationEffectLabels, notificationStatusLabels } from '../../ui/text/notification-labels.ts'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'

/** Shows the result of the confirming read, or the processing status until then. */
export function NotificationEffect({ entry }: { readonly entry: ReceivedNotification }): ReactNode {
  const { effects, statuses } = useMessages('notifications')
  const { effect, status, why } = entry
  const { tone } = effect === null ? notificationStatusLabels[status] : notificationEffectLabels[effect]
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
  const format = useFormat()
  const { confirmedAt, confirmedAfterMs, why, status } = entry
  return (
    <>
      <NotificationEffect entry={entry} /> ·{' '}
      {confirmedAt === null
        ? texts.statuses[status].description
        : format.parts<typeof texts.outcome.refreshedAfter, ReactNode>(
            confirmedAfterMs === null ? texts.outcome.refreshed : texts.outcome.refreshedAfter,
            {
              time: <Timestamp key="time" at={confirmedAt} as="time" />,
              delay: confirmedAfterMs === null ? '' : formatDelay(confirmedAfterMs, texts, format),
            },
          )}
      {why === null ? null : <> · {why}</>}
    </>
  )
}

/** Returns a text such as `0.4 s`, `12 s`, `3 min` or `2 h`. */
export function formatDelay(
  ms: number,
  { delays }: Messages['notifications'],
  { number, text }: Formatter,
): string {
  if (ms < 10_000) return text(delays.s, { count: number(Math.round(ms / 100) / 10) })
  if (ms < 90_000) return text(delays.s, { count: Math.floor(ms / 1_000) })
  if (ms < 5_400_000) return text(delays.min, { count: Math.floor(ms / 60_000) })
  return text(delays.h, { count: Math.floor(ms / 3_600_000) })
}
