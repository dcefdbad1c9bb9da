import type { HealthView } from '@paydesk/shared/administration/health'
import { formatHealthCheckDetails } from '@paydesk/shared/administration/health-text'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { lazy, type ReactNode, Suspense } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { HealthCard } from './health-card.tsx'
import { HealthCheckList } from './health-check-list.tsx'
import styles from './health-page.module.css'
import { HealthStatusLabel } from './health-status-label.tsx'
import { listHealthChecksOfEnvironments } from './use-health-headline.ts'

// Load lazily: the checks do not wait for the charts below them.
const EnvironmentLastDaySection = lazy(() =>
  import('./last-day-part.tsx').then((part) => ({ default: part.EnvironmentLastDaySection })),
)

type EnvironmentHealth = NonNullable<HealthView['environments']>[number]
type Operation = EnvironmentHealth['service'][number]

interface EnvironmentHealthSectionProps {
  readonly health: EnvironmentHealth
  readonly label: string
}

/**
 * Health of one environment: operations of the payment service, for roles that may see them, and Paydesk's
 * own notification queue, records and credentials.
 */
export function EnvironmentHealthSection({ health, label }: EnvironmentHealthSectionProps): ReactNode {
  const { service, originProof, credentials } = health
  const checks = listHealthChecksOfEnvironments(health)
  const texts = useMessages('health')
  const labels = useMessages('healthChecks')
  const format = useFormatter()
  const mayDetails = useMay('health.details')
  return (
    <HealthCard title={label} checks={[...service, ...checks, ...(credentials ?? [])]}>
      {originProof.status === 'good' ? null : (
        <p className={styles.alarm}>
          <span aria-hidden>▲</span> {formatHealthCheckDetails(originProof.facts, labels, format, Date.now())}
        </p>
      )}
      <div className={styles.panes}>
        {service.length === 0 ? null : (
          <div className={styles.part}>
            <h3 className={styles.head}>{texts.paymentService}</h3>
            <ul aria-label={format.text(texts.operationsIn, { environment: label })} className={styles.list}>
              {service.map((each) => (
                <OperationLine key={each.operation} operation={each} />
              ))}
            </ul>
          </div>
        )}
        <div className={styles.part}>
          <h3 className={styles.head}>{texts.services}</h3>
          <HealthCheckList label={format.text(texts.servicesIn, { environment: label })} checks={checks} />
          {credentials === null ? null : (
            <>
              <h3 className={styles.head}>{texts.credentials}</h3>
              <HealthCheckList
                label={format.text(texts.credentialsIn, { environment: label })}
                checks={credentials}
              />
            </>
          )}
        </div>
      </div>
      {mayDetails ? (
        <Suspense>
          <EnvironmentLastDaySection env={health.environment} label={label} />
        </Suspense>
      ) : null}
    </HealthCard>
  )
}

function OperationLine({ operation }: { readonly operation: Operation }): ReactNode {
  const { status, facts, lastSuccessAt, lastFailureAt, failureRate } = operation
  const texts = useMessages('health')
  const labels = useMessages('healthChecks')
  const format = useFormatter()
  return (
    <li className={styles.check} data-status={status}>
      <span className={styles.badge} data-status={status}>
        <HealthStatusLabel status={status} />
      </span>
      <span className={styles.name}>{texts.operations[operation.operation]}</span>
      <span className={styles.says}>
        {formatHealthCheckDetails(facts, labels, format, Date.now())}
        {failureRate
          ? ` · ${format.text(texts.failing, { share: formatFailureShare(failureRate, texts, format) })}`
          : ''}
        {lastFailureAt === null ? null : (
          <span className={styles.quiet}>
            {' '}
            ·{' '}
            {format.parts(texts.lastFailure, { time: <Timestamp key="time" at={lastFailureAt} as="time" /> })}
          </span>
        )}
      </span>
      <span className={styles.time}>
        {lastSuccessAt === null ? (
          texts.noSuccess
        ) : (
          <>
            <span className="unseen">{texts.lastSuccess} </span>
            <Timestamp at={lastSuccessAt} as="time" also={texts.lastSuccess} />
          </>
        )}
      </span>
    </li>
  )
}

/** Puts a share into words; never as 0 % or 100 % unless the share is exactly that. */
export function formatFailureShare(share: number, { shares }: Messages['health'], format: Formatter): string {
  if (share > 0 && share < 0.01) return shares.low
  if (share < 1 && share > 0.99) return shares.high
  return format.text(shares.percent, { percent: Math.round(share * 100) })
}
