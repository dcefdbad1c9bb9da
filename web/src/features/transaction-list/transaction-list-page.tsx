import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { TransactionList, TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useReadAhead } from '../../lib/api/use-read-ahead.ts'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay, useSession } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import {
  createInPlaceNavigation,
  createNextPageNavigation,
  usePreviousListPage,
} from '../../ui/state/list-navigation.ts'
import {
  applyFilterChange,
  clearParamsExcept,
  hasActiveFilter,
  markUnfiltered,
} from '../../ui/state/list-state.ts'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableSorting } from '../../ui/table/data-table-types.ts'
import { TableRegion } from '../../ui/table/list-layout.tsx'
import { PaginationBar } from '../../ui/table/pagination.tsx'
import { transactionListQueries } from './queries.ts'
import { RecordsCoverageLine } from './records-coverage-line.tsx'
import {
  listVisibleTransactionColumnIds,
  optionalTransactionColumns,
  readTransactionFilter,
  readTransactionPageQuery,
  type TransactionListSearchChange,
  type TransactionListSearchParams,
} from './search-params.ts'
import { createTransactionColumns, narrowTransactionColumnIds } from './transaction-columns.tsx'
import { TransactionListFilters } from './transaction-list-filters.tsx'
import styles from './transaction-list-page.module.css'

type Order = Pick<TransactionListFilter, 'sort' | 'order'>

/** Columns that name a row. */
const fixedColumns = ['state', 'rid', 'id'] as const
const defaultSorting = { column: 'seen', down: true } as const

/** Returns the sorting of the URL; newest first by default. */
export function getTransactionSorting({ sort, order }: Order): TableSorting {
  return { column: sort ?? defaultSorting.column, down: order !== 'asc' }
}

/** Returns the order after a click on a column header: newest or highest first, then reversed. */
export function toggleTransactionSort(
  tableSorting: TableSorting | null,
  now: TableSorting,
): { sort: Order['sort']; order: Order['order'] } {
  // Toggle two directions: the table cycles up, down, off, but dates and amounts are wanted descending first.
  const column = tableSorting?.column ?? now.column
  const down = column === now.column ? !now.down : true
  const sort = column === 'changed' || column === 'amount' ? column : undefined
  return { sort, order: down ? undefined : 'asc' }
}

const route = getRouteApi('/inside/$env/transactions')

/** State of the list in the URL. `change` replaces it; `showNext` adds a history entry for the next page. */
function useListAddress() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { name: env } = useEnvironment()
  const mayOpen = useMay('transaction.read')
  const hasDefaultViews = useSession().settings.defaultViews !== null
  return {
    address,
    change: (next: TransactionListSearchChange) =>
      void navigate(
        createInPlaceNavigation(
          markUnfiltered(next, readTransactionFilter(next), hasDefaultViews),
          next.after === undefined,
        ),
      ),
    showNext: (after: string) =>
      void navigate(createNextPageNavigation({ ...address, after, at: undefined })),
    async open(at: TransactionId) {
      if (!mayOpen) return
      // Remember the row in the current history entry: going back shows that row again.
      await navigate({ search: { ...address, at }, replace: true, state: true, resetScroll: false })
      await navigate({ to: '/$env/transactions/$transaction', params: { env, transaction: at } })
    },
  }
}

interface TransactionListPageProps {
  /** Saved views. */
  readonly views: ReactNode
}

/** Lists every transaction in our records, filtered and sorted by the URL. */
export function TransactionListPage({ views }: TransactionListPageProps): ReactNode {
  const texts = useMessages('transactionList')
  const { name: env, label } = useEnvironment()
  const { address, change } = useListAddress()
  const mayExport = useMay('records.export')
  const client = useApiClient()
  const queries = transactionListQueries(client)
  const queryClient = useQueryClient()
  const filter = readTransactionFilter(address)
  const query = useQuery(queries.page(env, readTransactionPageQuery(address)))
  const { data } = query
  const exporting = useDataExport({
    name: (today) => `transactions-${env}-${today}`,
    open: (signal, format) =>
      client.stream(endpoints.exportTransactions, {
        params: { env },
        query: { ...filter, ...format },
        signal,
      }),
    missing: texts.notExported,
    expected: data && !data.more ? data.count : null,
    selection: { list: 'transactions', filter },
  })
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const isWide = useMediaQuery('(min-width: 1400px)')
  const shown = listVisibleTransactionColumnIds(address.cols, isWide ? 'wide' : 'middle', {
    hasRanges: data?.byAmount === false,
    hasMerchants: data !== undefined && data.values.merchants.length > 1,
    isByChange: address.sort === 'changed',
  })
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label} note={<RecordsCoverageLine />}>
        <RefreshButton
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={query.isFetching}
          read={() => Promise.all([query.refetch(), queryClient.refetchQueries(queries.coverage(env))])}
        />
        {mayExport ? <ExportButton {...exporting} /> : null}
      </PageHeader>
      <ExportStatus {...exporting} />
      {views}
      <TransactionListFilters
        filter={filter}
        onChange={(next) => change(applyFilterChange(address, next))}
        onClear={() => change(clearFilters(address))}
        values={data?.values}
        byAmount={data?.byAmount ?? false}
      />
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(page) => (
          <TransactionRows page={page} visible={shown} isNarrow={isNarrow} isOld={query.isPlaceholderData} />
        )}
      </AsyncView>
    </div>
  )
}

function clearFilters(address: TransactionListSearchParams): TransactionListSearchChange {
  return clearParamsExcept(address, 'sort', 'order', 'cols')
}

interface TransactionRowsProps {
  readonly page: TransactionList
  readonly visible: readonly string[]
  readonly isNarrow: boolean
  /** True while rows of the previous filter stand in for those of the current filter. */
  readonly isOld: boolean
}

function TransactionRows({ page, visible, isNarrow, isOld }: TransactionRowsProps): ReactNode {
  const { address, change, showNext, open } = useListAddress()
  const texts = useMessages('transactionList')
  const goBack = usePreviousListPage()
  const readAhead = useReadAhead()
  const { name: env } = useEnvironment()
  const router = useRouter()
  const columns = useMemo(() => createTransactionColumns(page.byAmount, texts), [page.byAmount, texts])
  const sorting = getTransactionSorting(address)
  useShortcut('O', texts.openCustomer, openCustomer, page.rows.length > 0)
  if (page.rows.length === 0) return <EmptyTransactionList />
  return (
    <TableRegion isOld={isOld}>
      <DataTable
        list="transactions"
        label={texts.title}
        columns={columns}
        visible={isNarrow ? narrowTransactionColumnIds : [...fixedColumns, ...visible]}
        fixed={fixedColumns}
        isVisibleFixed={address.cols !== undefined}
        onVisible={(ids) => {
          const chosen = optionalTransactionColumns.filter((id) => ids.includes(id))
          change({ ...address, cols: chosen.length > 0 ? chosen.join(',') : 'none' })
        }}
        rows={page.rows}
        rowKey={getRowKey}
        sorting={sorting}
        onSort={(tableSorting: TableSorting | null) =>
          change(applyFilterChange(address, toggleTransactionSort(tableSorting, sorting)))
        }
        chosen={address.at ?? null}
        rowHref={(key) =>
          router.buildLocation({
            to: '/$env/transactions/$transaction',
            params: { env, transaction: transactionIdSchema.parse(key) },
          }).href
        }
        onChoose={(key) => void open(transactionIdSchema.parse(key))}
        onIntent={readAhead}
        isNarrow={isNarrow}
        striped={isTest}
        changeOf={getRowVersion}
        ownsKeys
      />
      <PaginationBar
        shown={page.rows.length}
        count={page.count}
        more={page.more}
        rowNoun={texts.count}
        isFirst={address.after === undefined}
        onFirst={() => change({ ...address, after: undefined, at: undefined })}
        onBack={goBack}
        onNext={page.next === null ? null : () => showNext(page.next ?? '')}
      />
    </TableRegion>
  )
}

function EmptyTransactionList(): ReactNode {
  const texts = useMessages('transactionList').empty
  const { address, change } = useListAddress()
  if (address.after !== undefined) {
    return (
      <EmptyState
        go={{ text: texts.firstPage, run: () => change({ ...address, after: undefined, at: undefined }) }}
      >
        <p>{texts.end}</p>
      </EmptyState>
    )
  }
  if (hasActiveFilter(readTransactionFilter(address))) {
    return (
      <EmptyState go={{ text: texts.clearFilter, run: () => change(clearFilters(address)) }}>
        <p>{texts.noMatch}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState>
      <p>{texts.none}</p>
      <p>{texts.sources}</p>
    </EmptyState>
  )
}

/** Clicks the link in the focused row. The link is no Tab stop: a page of rows would add a hundred stops. */
function openCustomer(): void {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>('a[data-opens="customer"]')?.click()
}

function getRowKey(row: { readonly transaction: string }): string {
  return row.transaction
}

function getRowVersion(row: { readonly version: number }): string {
  return String(row.version)
}

function isTest(row: { readonly test: boolean | null }): boolean {
  return row.test === true
}
