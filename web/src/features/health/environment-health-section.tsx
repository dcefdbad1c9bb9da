import type { HealthView } from '@paydesk/shared/administration/health'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { HealthCheckList, HealthStatusLabel } from './health-check-list.tsx'
import styles from './health-page.module.css'

type EnvironmentHealth = NonNullable<HealthView['environments']>[number]
type Operation = EnvironmentHealth['service'][number]

const operationLabels: Record<Operation['operation'], string> = {
  state: 'State of a transaction',
  list: 'Transactions of a customer',
  notifications: 'Notifications of a transaction',
  identity: 'Identity record',
}

interface EnvironmentHealthSectionProps {
  readonly health: EnvironmentHealth
  readonly label: string
}

/**
 * Health of one environment: operations of the payment service, for roles that may see them, and Paydesk's
 * own notification queue, records and credentials.
 */
export function EnvironmentHealthSection({ health, label }: EnvironmentHealthSectionProps): ReactNode {
  const { service, inbox, sweep, gaps, proof, refused, actions, credentials } = health
  return (
    <Section title={label}>
      {proof.status === 'good' ? null : (
        <p className={styles.alarm}>
          <span aria-hidden>▲</span> {proof.says}
        </p>
      )}
      <div className={styles.panes}>
        {service.length === 0 ? null : (
          <div className={styles.part}>
            <h3 className={styles.head}>The service, by operation</h3>
            <ul aria-label={`Operations of the service, ${label}`} className={styles.list}>
              {service.map((each) => (
                <OperationLine key={each.operation} operation={each} />
              ))}
            </ul>
          </div>
        )}
        <div className={styles.part}>
          <h3 className={styles.head}>What this office keeps</h3>
          <HealthCheckList
            label={`Inbox and index, ${label}`}
            checks={[inbox, sweep, gaps, proof, refused, actions]}
          />
          {credentials === null ? null : (
            <>
              <h3 className={styles.head}>Credentials, without their values</h3>
              <HealthCheckList label={`Credentials, ${label}`} checks={credentials} />
            </>
          )}
        </div>
      </div>
    </Section>
  )
}

function OperationLine({ operation }: { readonly operation: Operation }): ReactNode {
  const { status, says, lastSuccessAt, lastFailureAt, failing } = operation
  return (
    <li className={styles.check} data-status={status}>
      <HealthStatusLabel status={status} />
      <span className={styles.name}>{operationLabels[operation.operation]}</span>
      <span className={styles.says}>
        {says}
        {failing ? ` · ${formatPercent(failing)} of the last calls failed` : ''}
        {lastFailureAt === null ? null : (
          <span className={styles.quiet}>
            {' '}
            · last failure <Timestamp at={lastFailureAt} as="time" />
          </span>
        )}
      </span>
      <span className={styles.time}>
        {lastSuccessAt === null ? (
          'no success yet'
        ) : (
          <>
            <span className="unseen">last success </span>
            <Timestamp at={lastSuccessAt} as="time" also="the last success" />
          </>
        )}
      </span>
    </li>
  )
}

/** Formats a share; never as 0 % or 100 % unless the share is exactly that. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1 %'
  if (share < 1 && share > 0.99) return 'more than 99 %'
  return `${Math.round(share * 100)} %`
}
