import {
  type DiscrepancyFilter,
  type DiscrepancyList,
  type DiscrepancyView,
  discrepancyIdSchema,
} from '@paydesk/shared/cases/reconciliation'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useMemo } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { createNextPageNavigation, usePreviousListPage } from '../../ui/state/list-navigation.ts'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableSorting } from '../../ui/table/data-table-types.ts'
import { TableRegion } from '../../ui/table/list-layout.tsx'
import { PaginationBar } from '../../ui/table/pagination.tsx'
import { createDiscrepancyColumns, listVisibleDiscrepancyColumnIds } from './discrepancy-columns.tsx'
import styles from './reconciliation-page.module.css'
import {
  applyDiscrepancyFilter,
  hasDiscrepancyFilter,
  type ReconciliationSearchChange,
  type ReconciliationSearchParams,
  readDiscrepancyFilter,
} from './search-params.ts'

const route = getRouteApi('/inside/$env/reconciliation')

type Order = Pick<DiscrepancyFilter, 'sort' | 'order'>

/** Returns the order of the address; without one the oldest first, that is the greatest age. */
function getDiscrepancySorting({ sort = 'age', order }: Order): TableSorting {
  // The server sorts ages by opening time: the earliest time is the greatest age.
  return { column: sort, down: sort === 'age' ? order !== 'desc' : order !== 'asc' }
}

/** Returns the order after a click on a column's head: oldest or largest first, then the reverse. */
function toggleDiscrepancySort(
  tableSorting: TableSorting | null,
  now: TableSorting,
): { sort: Order['sort']; order: Order['order'] } {
  const column = tableSorting?.column ?? now.column
  const turns = column === now.column && now.down
  if (column === 'amount') return { sort: 'amount', order: turns ? 'asc' : 'desc' }
  return turns ? { sort: 'age', order: 'desc' } : { sort: undefined, order: undefined }
}

interface DiscrepancyTableProps {
  readonly page: DiscrepancyList
  readonly address: ReconciliationSearchParams
  readonly onChange: (change: ReconciliationSearchChange) => void
  readonly list: RefObject<HTMLDivElement | null>
  readonly isNarrow: boolean
  /** True while rows of the previous filter are shown and the next rows are loading. */
  readonly isOld: boolean
}

/** Lists the discrepancies of the filter, page by page. */
export function DiscrepancyTable(props: DiscrepancyTableProps): ReactNode {
  const { page, address, onChange, list, isNarrow, isOld } = props
  const texts = useMessages('reconciliation')
  const format = useFormatter()
  const navigate = route.useNavigate()
  const router = useRouter()
  const goBack = usePreviousListPage()
  const { status = 'open' } = address
  const columns = useMemo(
    () => createDiscrepancyColumns({ byAmount: page.byAmount, status }, texts),
    [page.byAmount, status, texts],
  )
  const isBeside = useMediaQuery('(max-width: 1640px)') && address.open !== undefined
  const isMiddle = useMediaQuery('(max-width: 1400px)')
  const { byAmount } = page
  const visible = listVisibleDiscrepancyColumnIds(
    { status, byAmount },
    isNarrow ? 'narrow' : isBeside ? 'beside' : isMiddle ? 'middle' : 'all',
  )
  const sorting = getDiscrepancySorting(address)
  const [oldest] = page.rows
  // Only where the list begins with the oldest of all.
  const leads =
    page.mayExplain &&
    status === 'open' &&
    address.after === undefined &&
    address.sort === undefined &&
    address.order === undefined &&
    address.open === undefined &&
    !hasDiscrepancyFilter(readDiscrepancyFilter(address))
  return (
    <div ref={list} className={styles.region}>
      {leads && oldest ? (
        <PendingWorkLine message={format.text(texts.waiting, { count: page.count })}>
          <Button onClick={() => onChange({ ...address, open: oldest.discrepancy })}>
            {texts.openOldest}
          </Button>
        </PendingWorkLine>
      ) : null}
      <TableRegion isOld={isOld}>
        {page.rows.length === 0 ? (
          <NoDiscrepancies {...props} />
        ) : (
          <>
            <DataTable
              list="discrepancies"
              label={texts.table.label}
              columns={columns}
              visible={visible}
              isVisibleFixed={isBeside}
              rows={page.rows}
              rowKey={getRowKey}
              sorting={sorting}
              onSort={(tableSorting: TableSorting | null) =>
                onChange(applyDiscrepancyFilter(address, toggleDiscrepancySort(tableSorting, sorting)))
              }
              chosen={address.open ?? null}
              rowHref={(key) =>
                router.buildLocation({
                  to: '.',
                  search: { ...address, open: discrepancyIdSchema.parse(key) },
                }).href
              }
              onChoose={(key) => onChange({ ...address, open: discrepancyIdSchema.parse(key) })}
              isNarrow={isNarrow}
              changeOf={getRowVersion}
              ownsKeys
            />
            <PaginationBar
              shown={page.rows.length}
              count={page.count}
              more={page.more}
              rowNoun={texts.table.count}
              isFirst={address.after === undefined}
              onFirst={() => onChange({ ...address, after: undefined, open: undefined })}
              onBack={goBack}
              onNext={
                page.next === null
                  ? null
                  : () =>
                      void navigate(
                        createNextPageNavigation({ ...address, after: page.next ?? '', open: undefined }),
                      )
              }
            />
          </>
        )}
      </TableRegion>
    </div>
  )
}

function NoDiscrepancies({
  page,
  address,
  onChange,
}: Pick<DiscrepancyTableProps, 'page' | 'address' | 'onChange'>): ReactNode {
  const texts = useMessages('reconciliation').empty
  const { status = 'open' } = address
  if (address.after !== undefined) {
    return (
      <EmptyState
        go={{
          text: texts.firstPage,
          run: () => onChange({ ...address, after: undefined, open: undefined }),
        }}
      >
        <p>{texts.end}</p>
      </EmptyState>
    )
  }
  if (hasDiscrepancyFilter(readDiscrepancyFilter(address))) {
    return (
      <EmptyState
        go={{
          text: texts.clearFilter,
          run: () => onChange(applyDiscrepancyFilter(address, { kind: undefined, age: undefined })),
        }}
      >
        <p>{texts.noMatch}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState>
      <p>
        {status !== 'open'
          ? texts[status]
          : page.figures.explained === 0
            ? texts.allMatch
            : texts.allExplained}
      </p>
    </EmptyState>
  )
}

function getRowKey(row: DiscrepancyView): string {
  return row.discrepancy
}

function getRowVersion(row: DiscrepancyView): string {
  return String(row.version)
}
