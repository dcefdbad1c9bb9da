import type { HealthCheck } from '@paydesk/shared/administration/health'
import { formatHealthFacts, nameHealthCheck } from '@paydesk/shared/administration/health-text'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import type { StateTone } from '../../ui/text/state-label.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './health-page.module.css'

const statusTones: Record<HealthCheck['status'], StateTone> = {
  good: 'good',
  attention: 'review',
  bad: 'bad',
  unknown: 'unknown',
}

/** Shows a status as icon and text, never by colour alone. */
export function HealthStatusLabel({ status }: Pick<HealthCheck, 'status'>): ReactNode {
  return (
    <span className={styles.status}>
      <ToneIcon tone={statusTones[status]} />
      {useMessages('health').statuses[status]}
    </span>
  )
}

interface HealthCheckListProps {
  readonly checks: readonly HealthCheck[]
  readonly label: string
}

/** Lists checks with status and time. */
export function HealthCheckList({ checks, label }: HealthCheckListProps): ReactNode {
  const texts = useMessages('health')
  const labels = useMessages('healthChecks')
  const format = useFormat()
  if (checks.length === 0) return <p className={styles.quiet}>{texts.none}</p>
  return (
    <ul aria-label={label} className={styles.list}>
      {checks.map(({ check, status, facts, checkedAt }) => (
        <li key={check} className={styles.check} data-status={status}>
          <HealthStatusLabel status={status} />
          <span className={styles.name}>{nameHealthCheck(check, labels)}</span>
          <span className={styles.says}>{formatHealthFacts(facts, labels, format, Date.now())}</span>
          <span className={styles.time}>
            {checkedAt === null ? texts.neverChecked : <Timestamp at={checkedAt} as="time" />}
          </span>
        </li>
      ))}
    </ul>
  )
}
