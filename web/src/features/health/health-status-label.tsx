import type { HealthCheck } from '@paydesk/shared/administration/health'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import type { StateTone } from '../../ui/text/state-label.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './health-status-label.module.css'

const statusTones: Record<HealthCheck['status'], StateTone> = {
  good: 'good',
  attention: 'review',
  bad: 'bad',
  unknown: 'unknown',
}

/** Shows a status as icon and text, never by colour alone. */
export function HealthStatusLabel({ status }: Pick<HealthCheck, 'status'>): ReactNode {
  return (
    <span className={styles.status} data-status={status}>
      <ToneIcon tone={statusTones[status]} />
      {useMessages('health').statuses[status]}
    </span>
  )
}
