import type { HealthCheck, HealthView } from '@paydesk/shared/administration/health'
import { labelHealthCheck } from '@paydesk/shared/administration/health-text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatEnvironmentLabel } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { EnvironmentHealthSection } from './environment-health-section.tsx'
import { HealthCard } from './health-card.tsx'
import { HealthCheckList } from './health-check-list.tsx'
import styles from './health-page.module.css'
import { HealthStatusLabel } from './health-status-label.tsx'
import { healthQueries } from './queries.ts'
import { listHealthChecksOfEnvironments, needsAttention, useHealthHeadline } from './use-health-headline.ts'

/** Health of Paydesk and the payment service: one line for every role, details for permitted roles. */
export function HealthPage(): ReactNode {
  const client = useApiClient()
  const queryClient = useQueryClient()
  const query = useQuery(healthQueries(client).view())
  const texts = useMessages('health')
  return (
    <div className={styles.page}>
      <PageHeader title={useMessages('shell').navigation.health}>
        <RefreshButton
          text={texts.refresh}
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={query.isFetching}
          // The key of the checks is also the beginning of that of the figures of 24 hours.
          read={() =>
            queryClient.refetchQueries({ queryKey: healthQueries(client).view().queryKey, type: 'active' })
          }
        />
      </PageHeader>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={10} height={24} />}
      >
        {(view) => <HealthDetails view={view} />}
      </AsyncView>
    </div>
  )
}

function HealthDetails({ view }: { readonly view: HealthView }): ReactNode {
  const texts = useMessages('health')
  const label = useFormatEnvironmentLabel()
  return (
    <>
      <OverallStatusLine view={view} />
      {view.environments ? (
        <div className={styles.environments}>
          {view.environments.map((each) => (
            <EnvironmentHealthSection key={each.environment} health={each} label={label(each.environment)} />
          ))}
        </div>
      ) : null}
      {view.installation ? (
        <HealthCard title={texts.paydesk.title} checks={view.installation}>
          <HealthCheckList checks={view.installation} label={texts.paydesk.checks} />
        </HealthCard>
      ) : null}
      {view.environments === null && view.installation === null ? (
        <p className={styles.quiet}>{texts.summaryOnly}</p>
      ) : null}
    </>
  )
}

/** Shows whether anything keeps staff from working. */
function OverallStatusLine({ view }: { readonly view: HealthView }): ReactNode {
  const texts = useMessages('health')
  const format = useFormatter()
  const { status, text } = useHealthHeadline()(view)
  const { checkedAt } = view.summary
  return (
    <p className={styles.line} data-status={status}>
      <HealthStatusLabel status={status} />
      <b>{text}</b>
      {checkedAt === null ? null : (
        <span className={styles.quiet}>
          {format.parts(texts.checked, { time: <Timestamp key="time" at={checkedAt} as="time" /> })}
        </span>
      )}
      <ChecksWithProblems view={view} />
    </p>
  )
}

/** Names the checks that need attention, so that nobody searches a long page for them. */
function ChecksWithProblems({
  view: { environments, installation },
}: {
  readonly view: HealthView
}): ReactNode {
  const texts = useMessages('health')
  const labels = useMessages('healthChecks')
  const format = useFormatter()
  const labelOf = useFormatEnvironmentLabel()
  const nameOf = ({ check }: HealthCheck) => labelHealthCheck(check, labels)
  const names = [
    ...(environments ?? []).flatMap((one) =>
      [...listHealthChecksOfEnvironments(one), ...(one.credentials ?? [])]
        .filter(needsAttention)
        .map((check) =>
          format.text(texts.checkIn, { check: nameOf(check), environment: labelOf(one.environment) }),
        ),
    ),
    ...(installation ?? []).filter(needsAttention).map(nameOf),
  ]
  return names.length === 0 ? null : <span className={styles.which}>{names.join(' · ')}</span>
}
