import type { EnvironmentView } from '@paydesk/shared/administration/sign-in'
import { type EnvironmentName, type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { TransactionList, TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { MultiSelect } from '../../ui/forms/select-menus.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { changeFilter, clearParamsExcept, hasActiveFilter } from '../../ui/state/list-state.ts'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { DataTable, type TableSorting } from '../../ui/table/data-table.tsx'
import { CollapsibleFilterBar, EmptyState, TableRegion } from '../../ui/table/list-layout.tsx'
import { PaginationBar } from '../../ui/table/pagination.tsx'
import { CoverageLine } from './coverage-line.tsx'
import { transactionListQueries } from './queries.ts'
import {
  type OptionalTransactionColumn,
  optionalTransactionColumns,
  readTransactionFilter,
  readTransactionQuery,
  selectTransactionColumns,
  type TransactionListSearchChange,
  type TransactionListSearchParams,
} from './search-params.ts'
import {
  createNarrowTransactionColumns,
  createTransactionColumns,
  type TransactionRowLinks,
} from './transaction-columns.tsx'
import { TransactionListFilters } from './transaction-list-filters.tsx'
import styles from './transaction-list-page.module.css'

type Order = Pick<TransactionListFilter, 'sort' | 'order'>

const defaultSorting = { column: 'seen', down: true } as const

/** Returns the sorting of the URL; newest first by default. */
export function getTransactionSorting({ sort, order }: Order): TableSorting {
  return { column: sort ?? defaultSorting.column, down: order !== 'asc' }
}

/** Returns the order after a click on a column header: newest or highest first, then reversed. */
export function toggleTransactionSort(
  wanted: TableSorting | null,
  now: TableSorting,
): { sort: Order['sort']; order: Order['order'] } {
  // Toggle two directions: the table cycles up, down, off, but dates and amounts are wanted descending first.
  const column = wanted?.column ?? now.column
  const down = column === now.column ? !now.down : true
  const sort = column === 'changed' || column === 'amount' ? column : undefined
  return { sort, order: down ? undefined : 'asc' }
}

const columnLabels: Record<OptionalTransactionColumn, string> = {
  merchantId: 'Merchant’s id or reference',
  amount: 'Amount',
  workflow: 'Workflow',
  merchant: 'Merchant',
  seen: 'First seen',
  changed: 'Last change',
  expires: 'Ends',
  finality: 'Final',
}

interface ColumnMenuProps {
  readonly shown: readonly OptionalTransactionColumn[]
  readonly onChoose: (cols: string) => void
}

function ColumnMenu({ shown, onChoose }: ColumnMenuProps): ReactNode {
  return (
    <MultiSelect
      name="Columns"
      isQuiet
      options={optionalTransactionColumns.map((value) => ({ value, word: columnLabels[value] }))}
      chosen={shown}
      onChoose={(chosen) => onChoose(chosen.length > 0 ? chosen.join(',') : 'none')}
    />
  )
}

interface TransactionListPageProps {
  readonly env: EnvironmentName
  readonly environment: EnvironmentView
  readonly address: TransactionListSearchParams
  readonly mayExport: boolean
  /** Replaces the URL state of the list; `onNext` adds a history entry for the next page. */
  readonly onChange: (change: TransactionListSearchChange) => void
  readonly onNext: (after: string) => void
  /** Goes to the previous page; null unless this page was reached from that one. */
  readonly onBack: (() => void) | null
  readonly onOpen: (id: TransactionId) => void
  readonly links: TransactionRowLinks
  /** Links to related pages. */
  readonly beside: ReactNode
  /** Saved views. */
  readonly views: ReactNode
}

/** Lists every transaction in our records, filtered and sorted by the URL. */
export function TransactionListPage(props: TransactionListPageProps): ReactNode {
  const { env, environment, address, onChange } = props
  const client = useApiClient()
  const queries = transactionListQueries(client)
  const queryClient = useQueryClient()
  const filter = readTransactionFilter(address)
  const query = useQuery(queries.page(env, readTransactionQuery(address)))
  const { data } = query
  const exporting = useDataExport({
    name: `transactions-${env}-${new Date().toISOString().slice(0, 10)}`,
    open: (signal) => client.stream(endpoints.exportTransactions, { params: { env }, query: filter, signal }),
    missing: 'The list was not exported',
    expected: data && !data.more ? data.count : null,
  })
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const isWide = useMediaQuery('(min-width: 1400px)')
  const shown = selectTransactionColumns(address.cols, isWide ? 'wide' : 'middle')
  return (
    <div className={styles.page}>
      <PageHeader title="Transactions" place={environment.label}>
        {props.beside}
        <RefreshButton
          help="Read the list again"
          said="The list was read again"
          isBusy={query.isFetching}
          read={() => Promise.all([query.refetch(), queryClient.refetchQueries(queries.coverage(env))])}
        />
        {props.mayExport ? <ExportButton {...exporting} /> : null}
      </PageHeader>
      <CoverageLine env={env} />
      <ExportStatus {...exporting} />
      {props.views}
      <CollapsibleFilterBar
        isFiltered={hasActiveFilter(filter)}
        onClear={() => onChange(clearFilters(address))}
        end={
          isNarrow ? null : <ColumnMenu shown={shown} onChoose={(cols) => onChange({ ...address, cols })} />
        }
      >
        <TransactionListFilters
          filter={filter}
          onChange={(change) => onChange(changeFilter(address, change))}
          values={data?.values}
          byAmount={data?.byAmount ?? false}
        />
      </CollapsibleFilterBar>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The list could not be read"
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(page) => (
          <TransactionRows
            {...props}
            page={page}
            visible={shown}
            isNarrow={isNarrow}
            isOld={query.isPlaceholderData}
          />
        )}
      </AsyncView>
    </div>
  )
}

function clearFilters(address: TransactionListSearchParams): TransactionListSearchChange {
  return clearParamsExcept(address, 'sort', 'order', 'cols')
}

interface TransactionRowsProps extends TransactionListPageProps {
  readonly page: TransactionList
  readonly visible: readonly string[]
  readonly isNarrow: boolean
  /** True while rows of the previous filter stand in for those of the current filter. */
  readonly isOld: boolean
}

function TransactionRows(props: TransactionRowsProps): ReactNode {
  const { page, address, onChange, onOpen, links, isNarrow, isOld, visible } = props
  const columns = useMemo(() => {
    const all = createTransactionColumns(links, page.byAmount)
    return isNarrow ? createNarrowTransactionColumns(all) : all
  }, [links, page.byAmount, isNarrow])
  const sorting = getTransactionSorting(address)
  useShortcut('c', 'Customer of the row', openCustomer, page.rows.length > 0)
  if (page.rows.length === 0) return <EmptyTransactionList {...props} />
  return (
    <TableRegion isOld={isOld}>
      <DataTable
        label="Transactions"
        columns={columns}
        visible={isNarrow ? columns.map((column) => column.id) : ['state', 'rid', 'id', ...visible]}
        rows={page.rows}
        rowKey={getRowKey}
        sorting={sorting}
        onSort={(wanted: TableSorting | null) =>
          onChange(changeFilter(address, toggleTransactionSort(wanted, sorting)))
        }
        chosen={address.at ?? null}
        onChoose={(key) => onOpen(transactionId.parse(key))}
        isNarrow={isNarrow}
        striped={isTest}
        changeOf={getRowVersion}
        ownsKeys
      />
      <PaginationBar
        shown={page.rows.length}
        count={page.count}
        more={page.more}
        one="transaction"
        isFirst={address.after === undefined}
        onFirst={() => onChange({ ...address, after: undefined, at: undefined })}
        onBack={props.onBack}
        onNext={page.next === null ? null : () => props.onNext(page.next ?? '')}
      />
    </TableRegion>
  )
}

function EmptyTransactionList({ address, onChange }: TransactionRowsProps): ReactNode {
  if (address.after !== undefined) {
    return (
      <EmptyState
        go={{ words: 'First page', run: () => onChange({ ...address, after: undefined, at: undefined }) }}
      >
        <p>Nothing follows here: the rows of this page are gone or have another place now.</p>
      </EmptyState>
    )
  }
  if (hasActiveFilter(readTransactionFilter(address))) {
    return (
      <EmptyState go={{ words: 'Clear the filter', run: () => onChange(clearFilters(address)) }}>
        <p>None of the transactions that this office knows matches the filter.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState>
      <p>This office knows no transaction here yet.</p>
      <p>
        The service has no list of all transactions: what is here comes from look-ups, received notifications
        and imports.
      </p>
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
