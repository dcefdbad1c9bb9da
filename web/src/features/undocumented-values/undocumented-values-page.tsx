import type { UndocumentedValue } from '@paydesk/shared/administration/health'
import type { Formatter } from '@paydesk/shared/core/formatter'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataColumn, TableSorting } from '../../ui/table/data-table-types.ts'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { undocumentedValueQueries } from './queries.ts'
import { undocumentedValueColumns } from './search-params.ts'
import styles from './undocumented-values-page.module.css'

const route = getRouteApi('/inside/$env/undocumented-values')

interface UndocumentedValuesPageProps {
  /** Coverage of the lists of this environment, if the role may see it. */
  readonly coverage: ReactNode
}

/** Lists undocumented values of the payment service as received, never translated. */
export function UndocumentedValuesPage({ coverage }: UndocumentedValuesPageProps): ReactNode {
  const texts = useMessages('undocumentedValues')
  const format = useFormatter()
  const columns = useMemo(() => createColumns(texts, format), [texts, format])
  const { name: env, label } = useEnvironment()
  const { sort } = route.useSearch()
  const navigate = route.useNavigate()
  const mayOpen = useMay('transaction.read')
  const query = useQuery(undocumentedValueQueries(useApiClient()).unknownValues(env))
  const isNarrow = useMediaQuery('(max-width: 860px)')
  function openFirst(value: UndocumentedValue | undefined) {
    const first = transactionIdSchema.safeParse(value?.firstTransaction)
    if (mayOpen && first.success)
      void navigate({ to: '/$env/transactions/$transaction', params: { env, transaction: first.data } })
  }
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label} about={texts.intro}>
        <RefreshButton help={texts.refresh} isBusy={query.isFetching} read={() => query.refetch()} />
      </PageHeader>
      {coverage}
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={6} height={22} />}
      >
        {({ values, more }) =>
          values.length === 0 ? (
            <p className={styles.none}>{texts.none}</p>
          ) : (
            <>
              <DataTable
                list="undocumented_values"
                label={texts.title}
                columns={columns}
                visible={columns.map((column) => column.id)}
                rows={values}
                rowKey={getRowKey}
                sorting={
                  sort === undefined ? null : { column: sort.replace('-', ''), down: sort.startsWith('-') }
                }
                onSort={(sorting) =>
                  navigate({ search: { sort: toSortParam(sorting) }, replace: true, resetScroll: false })
                }
                chosen={null}
                onChoose={(key) => openFirst(values.find((value) => getRowKey(value) === key))}
                isNarrow={isNarrow}
                ownsKeys
              />
              <p className={styles.quiet}>
                {format.text(more ? texts.more : texts.count, { count: values.length })}
              </p>
            </>
          )
        }
      </AsyncView>
    </div>
  )
}

function getRowKey({ place, value }: UndocumentedValue): string {
  return `${place} ${value}`
}

const createColumns = (
  texts: Messages['undocumentedValues'],
  format: Formatter,
): readonly DataColumn<UndocumentedValue>[] => [
  {
    id: 'place',
    header: texts.columns.place,
    sortBy: (value) => texts.fields[value.place],
    cell: (value) => texts.fields[value.place],
    track: 'minmax(120px, 0.7fr)',
    narrow: { line: 2 },
  },
  {
    id: 'value',
    header: texts.columns.value,
    sortBy: (value) => value.value,
    cell: ({ value }) => (
      <code className={styles.value} title={value}>
        {value === '' ? texts.empty : value}
      </code>
    ),
    track: 'minmax(200px, 1.6fr)',
    narrow: { line: 1 },
  },
  {
    id: 'times',
    header: texts.columns.times,
    sortBy: (value) => String(value.times).padStart(16, '0'),
    cell: (value) => format.number(value.times),
    track: '76px',
    narrow: { line: 1, end: true },
    align: 'end',
  },
  {
    id: 'first',
    header: texts.columns.first,
    sortBy: (value) => value.firstSeenAt,
    cell: (value) => <RowTime at={value.firstSeenAt} as="exact" />,
    track: 'minmax(150px, 0.8fr)',
    narrow: { line: 3 },
  },
  {
    id: 'last',
    header: texts.columns.last,
    sortBy: (value) => value.lastSeenAt,
    cell: (value) => <RowTime at={value.lastSeenAt} as="relative" />,
    track: '92px',
    narrow: { line: 3, end: true },
  },
  {
    id: 'on',
    header: texts.columns.on,
    cell: ({ firstTransaction }) =>
      firstTransaction === null ? (
        <span className={styles.dash} title={texts.noTransaction}>
          <span aria-hidden>–</span>
          <span className="unseen">{texts.noTransaction}</span>
        </span>
      ) : (
        <FirstTransaction id={firstTransaction} />
      ),
    track: '104px',
    narrow: { line: 2, end: true },
  },
]

function FirstTransaction({ id }: { readonly id: string }): ReactNode {
  const { data } = transactionIdSchema.safeParse(id)
  if (data === undefined) return <code>{id}</code>
  return (
    <TransactionLink transaction={data} isInRow>
      <code title={id}>
        <MiddleEllipsis text={id} />
      </code>
    </TransactionLink>
  )
}

function toSortParam(sorting: TableSorting | null) {
  const column = undocumentedValueColumns.find((each) => each === sorting?.column)
  if (!sorting || !column) return undefined
  return sorting.down ? (`-${column}` as const) : column
}
