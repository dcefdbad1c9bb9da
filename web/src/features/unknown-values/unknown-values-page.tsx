import type { UnknownValue } from '@paydesk/shared/administration/health'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { transactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import type { DataColumn, Sorting } from '../../ui/table/data-table.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { registerQueries } from './queries.ts'
import styles from './unknown-values-page.module.css'

interface UnknownValuesPageProps {
  readonly env: EnvironmentName
  readonly place: string
  readonly sorting: Sorting | null
  readonly onSort: (sorting: Sorting | null) => void
  /** Null for whoever may not open transactions. */
  readonly onOpen: ((transaction: string) => void) | null
  readonly transactionLink: (id: string, children: ReactNode) => ReactNode
  /** What the lists of this environment cover, for whoever may see it. */
  readonly coverage: ReactNode
}

/** What the service said and nobody has documented: as it came, never translated. */
export function UnknownValuesPage(props: UnknownValuesPageProps): ReactNode {
  const { env, place, sorting, onSort, onOpen, transactionLink, coverage } = props
  const query = useQuery(registerQueries(useClient()).unknownValues(env))
  const isNarrow = useMedia('(max-width: 860px)')
  const columns = useMemo(() => columnsWith(transactionLink), [transactionLink])
  return (
    <div className={styles.page}>
      <PageHead title="Unknown values" place={place}>
        <Reread help="Read the register again" isBusy={query.isFetching} read={() => query.refetch()} />
      </PageHead>
      <p className={styles.quiet}>
        Values that no document of the service names. They are shown grey, as they came, decide nothing and
        count as not final, until somebody says what they mean.
      </p>
      {coverage}
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The register could not be read"
        skeleton={<Skeleton lines={6} height={22} />}
      >
        {({ values, more }) =>
          values.length === 0 ? (
            <p className={styles.none}>Every value that was seen here so far is documented.</p>
          ) : (
            <>
              <DataTable
                label="Unknown values"
                columns={columns}
                visible={columns.map((column) => column.id)}
                rows={values}
                rowKey={keyOf}
                sorting={sorting}
                onSort={onSort}
                chosen={null}
                onChoose={(key) => {
                  const first = values.find((value) => keyOf(value) === key)?.firstOn
                  if (first) onOpen?.(first)
                }}
                isNarrow={isNarrow}
                ownsKeys
              />
              <p className={styles.quiet}>
                {more ? 'more than ' : ''}
                {countOf(values.length, 'value')}
              </p>
            </>
          )
        }
      </AsyncView>
    </div>
  )
}

function keyOf({ place, value }: UnknownValue): string {
  return `${place} ${value}`
}

const places: Record<UnknownValue['place'], string> = {
  state: 'State',
  reason: 'Reason',
  workflow_step: 'Workflow step',
  step_value: 'Value of a step',
  event: 'Event',
  response_code: 'Response code',
  kyc_state: 'KYC state',
  document_kind: 'Kind of document',
}

function columnsWith(link: UnknownValuesPageProps['transactionLink']): readonly DataColumn<UnknownValue>[] {
  return [
    {
      id: 'place',
      header: 'Place',
      sortBy: (value) => places[value.place],
      cell: (value) => places[value.place],
      track: 'minmax(120px, 0.7fr)',
      narrow: { line: 2 },
    },
    {
      id: 'value',
      header: 'Value, as it came',
      sortBy: (value) => value.value,
      cell: ({ value }) => (
        <code className={styles.value} title={value}>
          {value === '' ? '(empty)' : value}
        </code>
      ),
      track: 'minmax(200px, 1.6fr)',
      narrow: { line: 1 },
    },
    {
      id: 'times',
      header: 'Times',
      sortBy: (value) => String(value.times).padStart(16, '0'),
      cell: (value) => `${counted(value.times)}×`,
      track: '76px',
      narrow: { line: 1, end: true },
      align: 'end',
    },
    {
      id: 'first',
      header: 'First seen',
      sortBy: (value) => value.firstSeenAt,
      cell: (value) => <RowTime at={value.firstSeenAt} as="exact" />,
      track: 'minmax(150px, 0.8fr)',
      narrow: { line: 3 },
    },
    {
      id: 'last',
      header: 'Last seen',
      sortBy: (value) => value.lastSeenAt,
      cell: (value) => <RowTime at={value.lastSeenAt} as="age" />,
      track: '92px',
      narrow: { line: 3, end: true },
    },
    {
      id: 'on',
      header: 'First on',
      cell: ({ firstOn }) =>
        firstOn === null ? (
          <span className={styles.dash} title="not shown to your role, or on no transaction">
            <span aria-hidden>–</span>
            <span className="unseen">not shown</span>
          </span>
        ) : transactionId.safeParse(firstOn).success ? (
          link(firstOn, <code title={firstOn}>{firstOn.slice(0, 8)}…</code>)
        ) : (
          <code>{firstOn}</code>
        ),
      track: '88px',
      narrow: { line: 2, end: true },
    },
  ]
}
