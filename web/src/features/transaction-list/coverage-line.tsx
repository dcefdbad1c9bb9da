import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Coverage } from '@paydesk/shared/payments/indexed'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import { dayOnly } from '../../ui/text/time-words.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { useZone } from '../../ui/text/zone.tsx'
import styles from './overview-page.module.css'
import { overviewQueries } from './queries.ts'

/** What every list over the index covers: counted by the server, with the time at which it counted. */
export function CoverageLine({ env }: { readonly env: EnvironmentName }): ReactNode {
  const query = useQuery(overviewQueries(useClient()).coverage(env))
  if (query.data) return <Covered coverage={query.data} />
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

function Covered({ coverage }: { readonly coverage: Coverage }): ReactNode {
  const zone = useZone()
  const { transactions, customers, since, lastSweep, overdue, gaps, waitingNotifications } = coverage
  return (
    <p className={styles.coverage}>
      {since === null ? (
        <span>This office has noted no transaction here yet</span>
      ) : (
        <span>
          Covers {countOf(transactions, 'transaction')} of {countOf(customers, 'customer')} known since{' '}
          <time dateTime={since}>{dayOnly(new Date(since), zone)}</time>
        </span>
      )}
      <span>
        {lastSweep === null ? (
          'no sweep yet'
        ) : (
          <>
            last sweep <Timestamp at={lastSweep.startedAt} as="time" also={sweepWords(lastSweep)} />
            {lastSweep.counts === null ? null : (
              <>
                , <Loud when={lastSweep.counts.failed > 0}>{counted(lastSweep.counts.failed)} failed</Loud>
              </>
            )}
          </>
        )}
      </span>
      {overdue > 0 ? (
        <span>
          <Loud when>{countOf(overdue, 're-read')} overdue</Loud>
        </span>
      ) : null}
      {gaps > 0 ? (
        <span>
          <Loud when>{countOf(gaps, 'gap')} in notifications</Loud>
        </span>
      ) : null}
      {waitingNotifications > 0 ? (
        <span>{countOf(waitingNotifications, 'notification')} not confirmed yet</span>
      ) : null}
      <span>
        counted <Timestamp at={coverage.countedAt} as="time" />
      </span>
    </p>
  )
}

function Loud({ when, children }: { readonly when: boolean; readonly children: ReactNode }): ReactNode {
  return when ? (
    <b className={styles.loud}>
      <span aria-hidden>▲ </span>
      {children}
    </b>
  ) : (
    children
  )
}

function sweepWords({ endedAt, counts }: NonNullable<Coverage['lastSweep']>): string {
  return [
    ...(counts === null
      ? []
      : [`${countOf(counts.read, 'transaction')} re-read`, `${counted(counts.changed)} changed`]),
    endedAt === null ? 'still running' : 'ended',
  ].join(', ')
}
