import type { RecordsCoverage } from '@paydesk/shared/payments/transaction-list'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { formatDay } from '../../ui/text/format-time.ts'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { transactionListQueries } from './queries.ts'
import styles from './transaction-list-page.module.css'

/** Coverage of every list based on the index, counted by the server, with the time of the count. */
export function CoverageLine(): ReactNode {
  const { name: env } = useEnvironment()
  const mayRead = useMay('records.read')
  const query = useQuery({ ...transactionListQueries(useApiClient()).coverage(env), enabled: mayRead })
  if (!mayRead) return null
  if (query.data) return <CoverageSummary coverage={query.data} />
  if (query.error) {
    return (
      <ProblemNote
        error={query.error}
        retry={() => void query.refetch()}
        retrying={query.isFetching}
        missing="What this list covers could not be counted"
      />
    )
  }
  return (
    <div className={styles.coverage} aria-busy="true">
      <span className="unseen">Loading…</span>
      <Skeleton width="min(560px, 100%)" height={16} />
    </div>
  )
}

function CoverageSummary({ coverage }: { readonly coverage: RecordsCoverage }): ReactNode {
  const zone = useTimeZone()
  const { transactions, customers, since, lastSweep, overdue, gaps, waitingNotifications } = coverage
  return (
    <p className={styles.coverage}>
      {since === null ? (
        <span>This office has noted no transaction here yet</span>
      ) : (
        <span>
          Covers {formatCountOf(transactions, 'transaction')} of {formatCountOf(customers, 'customer')} known
          since <time dateTime={since}>{formatDay(new Date(since), zone)}</time>
        </span>
      )}
      <span>
        {lastSweep === null ? (
          'no sweep yet'
        ) : (
          <>
            last sweep <Timestamp at={lastSweep.startedAt} as="time" also={describeLastSync(lastSweep)} />
            {lastSweep.counts === null ? null : (
              <>
                ,{' '}
                <WarningWhen when={lastSweep.counts.failed > 0}>
                  {formatCount(lastSweep.counts.failed)} failed
                </WarningWhen>
              </>
            )}
          </>
        )}
      </span>
      {overdue > 0 ? (
        <span>
          <WarningWhen when>{formatCountOf(overdue, 're-read')} overdue</WarningWhen>
        </span>
      ) : null}
      {gaps > 0 ? (
        <span>
          <WarningWhen when>{formatCountOf(gaps, 'gap')} in notifications</WarningWhen>
        </span>
      ) : null}
      {waitingNotifications > 0 ? (
        <span>{formatCountOf(waitingNotifications, 'notification')} not confirmed yet</span>
      ) : null}
      <span>
        counted <Timestamp at={coverage.countedAt} as="time" />
      </span>
    </p>
  )
}

function WarningWhen({
  when,
  children,
}: {
  readonly when: boolean
  readonly children: ReactNode
}): ReactNode {
  return when ? (
    <b className={styles.loud}>
      <span aria-hidden>▲ </span>
      {children}
    </b>
  ) : (
    children
  )
}

function describeLastSync({ endedAt, counts }: NonNullable<RecordsCoverage['lastSweep']>): string {
  return [
    ...(counts === null
      ? []
      : [`${formatCountOf(counts.read, 'transaction')} re-read`, `${formatCount(counts.changed)} changed`]),
    endedAt === null ? 'still running' : 'ended',
  ].join(', ')
}
