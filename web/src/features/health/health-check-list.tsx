import type { HealthCheck } from '@paydesk/shared/administration/health'
import { formatHealthCheckDetails, labelHealthCheck } from '@paydesk/shared/administration/health-text'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './health-page.module.css'
import { HealthStatusLabel } from './health-status-label.tsx'

interface HealthCheckListProps {
  readonly checks: readonly HealthCheck[]
  readonly label: string
}

/** Lists checks with status and time. */
export function HealthCheckList({ checks, label }: HealthCheckListProps): ReactNode {
  const texts = useMessages('health')
  const labels = useMessages('healthChecks')
  const format = useFormatter()
  if (checks.length === 0) return <p className={styles.quiet}>{texts.none}</p>
  return (
    <ul aria-label={label} className={styles.list}>
      {checks.map(({ check, status, facts, checkedAt }) => (
        <li key={check} className={styles.check} data-status={status}>
          <span className={styles.badge} data-status={status}>
            <HealthStatusLabel status={status} />
          </span>
          <span className={styles.name}>{labelHealthCheck(check, labels)}</span>
          <span className={styles.says}>{formatHealthCheckDetails(facts, labels, format, Date.now())}</span>
          <span className={styles.time}>
            {checkedAt === null ? texts.neverChecked : <Timestamp at={checkedAt} as="time" />}
          </span>
        </li>
      ))}
    </ul>
  )
}
