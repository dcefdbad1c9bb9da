import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { RecordsCoverage } from '@paydesk/shared/payments/transaction-list'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { Tooltip } from '../../ui/text/tooltip.tsx'
import { transactionListQueries } from './queries.ts'
import styles from './transaction-list-page.module.css'

/** Coverage of every list based on our records, counted by the server, with the time of the count. */
export function RecordsCoverageLine(): ReactNode {
  const texts = useMessages('transactionList').coverage
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
        missing={texts.notLoaded}
      />
    )
  }
  return (
    <div className={styles.coverage} aria-busy="true">
      <span className="unseen">{texts.loading}</span>
      <Skeleton width="min(320px, 100%)" height={16} />
    </div>
  )
}

function CoverageSummary({ coverage }: { readonly coverage: RecordsCoverage }): ReactNode {
  const texts = useMessages('transactionList').coverage
  const format = useFormatter()
  const { transactions, since, lastSync, overdue, missingNotifications, waitingNotifications } = coverage
  return (
    <p className={styles.coverage}>
      <span>
        {since === null ? (
          texts.none
        ) : (
          <Tooltip message={describeCoverage(coverage, texts, format)} dotted>
            {format.text(texts.covers, {
              transactions: format.text(texts.transactions, { count: transactions }),
            })}
          </Tooltip>
        )}
      </span>
      {lastSync === null || (lastSync.counts?.failed ?? 0) > 0 ? <LastSync sync={lastSync} /> : null}
      {overdue > 0 ? (
        <span>
          <WarningWhen when>{format.text(texts.overdue, { count: overdue })}</WarningWhen>
        </span>
      ) : null}
      {missingNotifications > 0 ? (
        <span>
          <WarningWhen when>{format.text(texts.missing, { count: missingNotifications })}</WarningWhen>
        </span>
      ) : null}
      {waitingNotifications > 0 ? (
        <span>{format.text(texts.unconfirmed, { count: waitingNotifications })}</span>
      ) : null}
      <span>
        {format.parts<typeof texts.updated, ReactNode>(texts.updated, {
          time: <Timestamp key="time" at={coverage.countedAt} as="time" />,
        })}
      </span>
    </p>
  )
}

function LastSync({ sync }: { readonly sync: RecordsCoverage['lastSync'] }): ReactNode {
  const texts = useMessages('transactionList').coverage
  const format = useFormatter()
  if (sync === null) return <span>{texts.noSync}</span>
  return (
    <span>
      {format.parts<typeof texts.lastSync, ReactNode>(texts.lastSync, {
        time: (
          <Timestamp key="time" at={sync.startedAt} as="time" also={describeLastSync(sync, texts, format)} />
        ),
      })}
      {sync.counts === null ? null : (
        <>
          ,{' '}
          <WarningWhen when={sync.counts.failed > 0}>
            {format.text(texts.failed, { count: sync.counts.failed })}
          </WarningWhen>
        </>
      )}
    </span>
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

/** Parts that the line leaves out: customers, the first day, and the last sync. */
function describeCoverage(
  { transactions, customers, since, lastSync }: RecordsCoverage,
  texts: Messages['transactionList']['coverage'],
  format: Formatter,
): string {
  const known =
    since === null
      ? texts.none
      : format.text(texts.known, {
          transactions: format.text(texts.transactions, { count: transactions }),
          customers: format.text(texts.customers, { count: customers }),
          day: format.day(new Date(since)),
        })
  if (lastSync === null) return `${known} · ${texts.noSync}`
  const synced = format.text(texts.lastSync, {
    time: format.exactTime(new Date(lastSync.startedAt), Date.now()),
  })
  const failed =
    lastSync.counts === null ? '' : `, ${format.text(texts.failed, { count: lastSync.counts.failed })}`
  return `${known} · ${synced}${failed}`
}

function describeLastSync(
  { endedAt, counts }: NonNullable<RecordsCoverage['lastSync']>,
  texts: Messages['transactionList']['coverage'],
  format: Formatter,
): string {
  return [
    ...(counts === null
      ? []
      : [
          format.text(texts.read, { count: counts.read }),
          format.text(texts.changed, { count: counts.changed }),
        ]),
    endedAt === null ? texts.running : texts.completed,
  ].join(', ')
}
