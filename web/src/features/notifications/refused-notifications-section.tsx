import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'

/** Counts by day and reason: refused notifications are never stored. */
export function RefusedNotificationsSection({ rejected }: Pick<NotificationFigures, 'rejected'>): ReactNode {
  const texts = useMessages('notifications').rejected
  const format = useFormatter()
  const total = rejected.reduce((sum, { times }) => sum + times, 0)
  return (
    <Section title={texts.title} note={format.text(texts.count, { count: total })}>
      <ul className={styles.refused}>
        {[...rejected]
          .sort((a, b) => b.day.localeCompare(a.day))
          .map(({ day, reason, times, lastAt }) => (
            <li key={`${day} ${reason}`}>
              <span className={styles.quiet}>{format.dateWithoutYear(day)}</span>
              <span>{texts.reasons[reason]}</span>
              <b>{format.number(times)}</b>
              <span className={styles.quiet}>
                {format.parts<typeof texts.last, ReactNode>(texts.last, {
                  time: <Timestamp key="time" at={lastAt} as="time" />,
                })}
              </span>
            </li>
          ))}
      </ul>
    </Section>
  )
}
