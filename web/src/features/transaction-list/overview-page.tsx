import type { EnvironmentView } from '@paydesk/shared/administration/session'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { transactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { IndexPage } from '@paydesk/shared/payments/indexed'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { clearedBut, isFiltered, withFilter } from '../../ui/state/list-state.ts'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import { ExportButton, ExportLine, useExport } from '../../ui/table/data-export.tsx'
import type { Sorting } from '../../ui/table/data-table.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { FoldingFilterLine, ListRows, NoRows } from '../../ui/table/list-parts.tsx'
import { Pages } from '../../ui/table/pagination.tsx'
import type { OverviewAddress, OverviewChange } from './address.ts'
import { columnsOf, filterOf, queryOf } from './address.ts'
import { ColumnMenu } from './column-menu.tsx'
import { CoverageLine } from './coverage-line.tsx'
import type { RowLinks } from './overview-columns.tsx'
import { narrowColumns, overviewColumns } from './overview-columns.tsx'
import { OverviewFilters } from './overview-filters.tsx'
import styles from './overview-page.module.css'
import { overviewQueries } from './queries.ts'
import { sortingOf, sortOf } from './sorting.ts'

interface OverviewPageProps {
  readonly env: EnvironmentName
  readonly environment: EnvironmentView
  readonly address: OverviewAddress
  readonly mayExport: boolean
  /** Another state of the same list; a further page is a step of its own to come back from. */
  readonly onChange: (change: OverviewChange) => void
  readonly onNext: (after: string) => void
  /** To the page before, where this one was reached from it. */
  readonly onBack: (() => void) | null
  readonly onOpen: (id: TransactionId) => void
  readonly links: RowLinks
  /** To the pages beside the list. */
  readonly beside: ReactNode
  /** Filters under names. */
  readonly views: ReactNode
}

/** Every transaction that this office knows, by filter and order of the address. */
export function OverviewPage(props: OverviewPageProps): ReactNode {
  const { env, environment, address, onChange } = props
  const client = useClient()
  const queries = overviewQueries(client)
  const queryClient = useQueryClient()
  const filter = filterOf(address)
  const query = useQuery(queries.page(env, queryOf(address)))
  const { data } = query
  const exporting = useExport({
    name: `transactions-${env}-${new Date().toISOString().slice(0, 10)}`,
    open: (signal) => client.stream(endpoints.exportTransactions, { params: { env }, query: filter, signal }),
    missing: 'The list was not exported',
    expected: data && !data.more ? data.count : null,
  })
  const isNarrow = useMedia('(max-width: 860px)')
  const isWide = useMedia('(min-width: 1400px)')
  const shown = columnsOf(address.cols, isWide ? 'wide' : 'middle')
  return (
    <div className={styles.page}>
      <PageHead title="Transactions" place={environment.label}>
        {props.beside}
        <Reread
          help="Read the list again"
          said="The list was read again"
          isBusy={query.isFetching}
          read={() => Promise.all([query.refetch(), queryClient.refetchQueries(queries.coverage(env))])}
        />
        {props.mayExport ? <ExportButton {...exporting} /> : null}
      </PageHead>
      <CoverageLine env={env} />
      <ExportLine {...exporting} />
      {props.views}
      <FoldingFilterLine
        isFiltered={isFiltered(filter)}
        onClear={() => onChange(cleared(address))}
        end={
          isNarrow ? null : <ColumnMenu shown={shown} onChoose={(cols) => onChange({ ...address, cols })} />
        }
      >
        <OverviewFilters
          filter={filter}
          onChange={(change) => onChange(withFilter(address, change))}
          values={data?.values}
          byAmount={data?.byAmount ?? false}
        />
      </FoldingFilterLine>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The list could not be read"
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(page) => (
          <Rows {...props} page={page} visible={shown} isNarrow={isNarrow} isOld={query.isPlaceholderData} />
        )}
      </AsyncView>
    </div>
  )
}

function cleared(address: OverviewAddress): OverviewChange {
  return clearedBut(address, 'sort', 'order', 'cols')
}

interface RowsProps extends OverviewPageProps {
  readonly page: IndexPage
  readonly visible: readonly string[]
  readonly isNarrow: boolean
  /** The rows of the filter before, while those of this one are on the way. */
  readonly isOld: boolean
}

function Rows(props: RowsProps): ReactNode {
  const { page, address, onChange, onOpen, links, isNarrow, isOld, visible } = props
  const columns = useMemo(() => {
    const all = overviewColumns(links, page.byAmount)
    return isNarrow ? narrowColumns(all) : all
  }, [links, page.byAmount, isNarrow])
  const sorting = sortingOf(address)
  useKey('c', 'Customer of the row', openCustomer, page.rows.length > 0)
  if (page.rows.length === 0) return <Nothing {...props} />
  return (
    <ListRows isOld={isOld}>
      <DataTable
        label="Transactions"
        columns={columns}
        visible={isNarrow ? columns.map((column) => column.id) : ['state', 'rid', 'id', ...visible]}
        rows={page.rows}
        rowKey={keyOf}
        sorting={sorting}
        onSort={(wanted: Sorting | null) => onChange(withFilter(address, sortOf(wanted, sorting)))}
        chosen={address.at ?? null}
        onChoose={(key) => onOpen(transactionId.parse(key))}
        isNarrow={isNarrow}
        striped={isTest}
        changeOf={versionOf}
        ownsKeys
      />
      <Pages
        shown={page.rows.length}
        count={page.count}
        more={page.more}
        one="transaction"
        isFirst={address.after === undefined}
        onFirst={() => onChange({ ...address, after: undefined, at: undefined })}
        onBack={props.onBack}
        onNext={page.next === null ? null : () => props.onNext(page.next ?? '')}
      />
    </ListRows>
  )
}

function Nothing({ address, onChange }: RowsProps): ReactNode {
  if (address.after !== undefined) {
    return (
      <NoRows
        go={{ words: 'First page', run: () => onChange({ ...address, after: undefined, at: undefined }) }}
      >
        <p>Nothing follows here: the rows of this page are gone or have another place now.</p>
      </NoRows>
    )
  }
  if (isFiltered(filterOf(address))) {
    return (
      <NoRows go={{ words: 'Clear the filter', run: () => onChange(cleared(address)) }}>
        <p>None of the transactions that this office knows matches the filter.</p>
      </NoRows>
    )
  }
  return (
    <NoRows>
      <p>This office knows no transaction here yet.</p>
      <p>
        The service has no list of all transactions: what is here comes from look-ups, received notifications
        and imports.
      </p>
    </NoRows>
  )
}

/** The link is in the row, and out of the way of the Tab key: a page of rows would be a hundred stops. */
function openCustomer(): void {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>('a[data-opens="customer"]')?.click()
}

function keyOf(row: { readonly transaction: string }): string {
  return row.transaction
}

function versionOf(row: { readonly version: number }): string {
  return String(row.version)
}

function isTest(row: { readonly test: boolean | null }): boolean {
  return row.test === true
}
