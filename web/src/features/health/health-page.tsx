import type { Check, HealthView } from '@paydesk/shared/administration/health'
import type { EnvironmentView } from '@paydesk/shared/administration/session'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { CheckList, StatusMark } from './check-list.tsx'
import { EnvironmentSection } from './environment-section.tsx'
import styles from './health-page.module.css'
import { healthQueries } from './queries.ts'

interface HealthPageProps {
  /** The names of the environments, as staff know them. */
  readonly environments: readonly EnvironmentView[]
}

/** How Paydesk and the service stand: one line for everybody, the parts for whoever may see them. */
export function HealthPage({ environments }: HealthPageProps): ReactNode {
  const query = useQuery(healthQueries(useClient()).view())
  return (
    <div className={styles.page}>
      <PageHead title="Health">
        <Reread
          words="Check again"
          help="Check again"
          said="Everything was checked again"
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </PageHead>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="How things stand could not be read"
        skeleton={<Skeleton lines={10} height={24} />}
      >
        {(view) => <Parts view={view} environments={environments} />}
      </AsyncView>
    </div>
  )
}

function Parts({ view, environments }: HealthPageProps & { readonly view: HealthView }): ReactNode {
  const label = (name: string) => environments.find((each) => each.name === name)?.label ?? name
  return (
    <>
      <Line check={view.line} />
      {view.environments?.map((each) => (
        <EnvironmentSection key={each.environment} health={each} label={label(each.environment)} />
      ))}
      {view.office ? (
        <Section title="This office" note="Paydesk itself">
          <CheckList checks={view.office} label="Checks of this office" />
        </Section>
      ) : null}
      {view.environments === null && view.office === null ? (
        <p className={styles.quiet}>Your role sees this line. Its parts are for those who run Paydesk.</p>
      ) : null}
    </>
  )
}

/** Whether anything keeps staff from working. */
function Line({ check }: { readonly check: Check }): ReactNode {
  return (
    <p className={styles.line} data-status={check.status}>
      <StatusMark status={check.status} />
      <span>
        <b>{check.says}</b>{' '}
        {check.checkedAt === null ? null : (
          <span className={styles.quiet}>
            checked <Timestamp at={check.checkedAt} as="time" />
          </span>
        )}
      </span>
    </p>
  )
}
