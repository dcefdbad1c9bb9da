import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { formatShortDay } from '../../ui/charts/day-chart.tsx'
import { Section } from '../../ui/page/section.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { notificationRefusalLabels } from '../../ui/text/notification-labels.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'

/** Shows only a count, because refused notifications are never stored. */
export function RefusedNotificationsSection({ refused }: Pick<NotificationFigures, 'refused'>): ReactNode {
  const total = refused.reduce((sum, { times }) => sum + times, 0)
  return (
    <Section
      title="Refused"
      note={total > 0 ? `${formatCountOf(total, 'delivery', 'deliveries')}, never stored` : 'never stored'}
    >
      {refused.length === 0 ? (
        <p className={styles.quiet}>None was refused in these days.</p>
      ) : (
        <ul className={styles.refused}>
          {[...refused]
            .sort((a, b) => b.day.localeCompare(a.day))
            .map(({ day, reason, times, lastAt }) => (
              <li key={`${day} ${reason}`}>
                <span className={styles.quiet}>{formatShortDay(day)}</span>
                <span>{notificationRefusalLabels[reason]}</span>
                <b>{formatCount(times)}</b>
                <span className={styles.quiet}>
                  last <Timestamp at={lastAt} as="time" />
                </span>
              </li>
            ))}
        </ul>
      )}
    </Section>
  )
}
