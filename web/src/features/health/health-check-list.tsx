import type { HealthCheck } from '@paydesk/shared/administration/health'
import type { ReactNode } from 'react'
import type { StateTone } from '../../ui/text/state-label.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './health-page.module.css'

const statusLabels: Record<HealthCheck['status'], { readonly tone: StateTone; readonly word: string }> = {
  good: { tone: 'good', word: 'good' },
  attention: { tone: 'review', word: 'attention' },
  bad: { tone: 'bad', word: 'bad' },
  unknown: { tone: 'unknown', word: 'not known' },
}

/** Shows a status as icon and text, never by colour alone. */
export function HealthStatusLabel({ status }: Pick<HealthCheck, 'status'>): ReactNode {
  const { tone, word } = statusLabels[status]
  return (
    <span className={styles.status}>
      <ToneIcon tone={tone} />
      {word}
    </span>
  )
}

interface HealthCheckListProps {
  readonly checks: readonly HealthCheck[]
  readonly label: string
}

/** Lists checks with status and time. */
export function HealthCheckList({ checks, label }: HealthCheckListProps): ReactNode {
  if (checks.length === 0) return <p className={styles.quiet}>Nothing to check.</p>
  return (
    <ul aria-label={label} className={styles.list}>
      {checks.map(({ name, status, says, checkedAt }) => (
        <li key={name} className={styles.check} data-status={status}>
          <HealthStatusLabel status={status} />
          <span className={styles.name}>{name}</span>
          <span className={styles.says}>{says}</span>
          <span className={styles.time}>
            {checkedAt === null ? 'never checked' : <Timestamp at={checkedAt} as="time" />}
          </span>
        </li>
      ))}
    </ul>
  )
}
