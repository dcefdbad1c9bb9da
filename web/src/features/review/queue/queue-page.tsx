import type { EnvironmentView } from '@paydesk/shared/administration/sign-in'
import type { CaseFilter, CaseList, CaseSummary } from '@paydesk/shared/cases/review-cases'
import { type EnvironmentName, type TransactionId, transactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../../ui/page/page-header.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { changeFilter, clearParamsExcept, hasActiveFilter } from '../../../ui/state/list-state.ts'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../../ui/state/use-media-query.ts'
import { DataTable, type TableSorting } from '../../../ui/table/data-table.tsx'
import { CollapsibleFilterBar, EmptyState, TableRegion } from '../../../ui/table/list-layout.tsx'
import { PaginationBar } from '../../../ui/table/pagination.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { reviewQueries } from '../queries.ts'
import {
  type ReviewSearchChange,
  type ReviewSearchParams,
  readReviewFilter,
  readReviewQuery,
} from '../search-params.ts'
import { createSelectionColumn, useBulkDecision } from './bulk-decision.tsx'
import { useQueueClaim } from './queue-claim.tsx'
import {
  createMediumQueueColumns,
  createNarrowQueueColumns,
  createQueueColumns,
  type ReviewCaseLink,
} from './queue-columns.tsx'
import { QueueFigures, type QueueFilterLink } from './queue-figures.tsx'
import { QueueFilters } from './queue-filters.tsx'
import styles from './queue-page.module.css'

type Order = Pick<CaseFilter, 'sort' | 'order'>

/** Returns the sorting of the URL; by default the oldest case first, which has the greatest age. */
export function getQueueSorting({ sort = 'age', order }: Order): TableSorting {
  // Invert the age: the server sorts by first sighting, and the earliest sighting is the greatest age.
  const down = sort === 'age' ? order !== 'desc' : sort === 'amount' ? order !== 'asc' : order === 'desc'
  return { column: sort, down }
}

/** Returns the order after a click on a column header: most urgent first, then reversed. */
export function toggleQueueSort(wanted: TableSorting | null, now: TableSorting): Order {
  const column = wanted?.column ?? now.column
  const turns = column === now.column
  if (column === 'amount') return { sort: 'amount', order: turns && now.down ? 'asc' : 'desc' }
  if (column === 'expiry') return { sort: 'expiry', order: turns && !now.down ? 'desc' : undefined }
  return turns && now.down ? { sort: 'age', order: 'desc' } : { sort: undefined, order: undefined }
}

interface QueuePageProps {
  readonly env: EnvironmentName
  readonly environment: EnvironmentView
  readonly address: ReviewSearchParams
  /** True if the role claims and decides; otherwise the queue is read-only. */
  readonly mayWork: boolean
  /** Coverage of the index behind the queue. */
  readonly coverage: ReactNode
  /** Links to related pages. */
  readonly links: ReactNode
  /** Replaces the URL state of the list; `onNext` adds a history entry for the next page. */
  readonly onChange: (change: ReviewSearchChange) => void
  readonly onNext: (after: string) => void
  /** Goes to the previous page; null unless this page was reached from that one. */
  readonly onBack: (() => void) | null
  readonly onOpen: (id: TransactionId) => void
  readonly itemLink: ReviewCaseLink
  readonly filterLink: QueueFilterLink
  /** Saved views. */
  readonly views: ReactNode
}

/** Review queue, filtered and sorted by the URL. */
export function QueuePage(props: QueuePageProps): ReactNode {
  const { env, environment, address, onChange } = props
  const filter = readReviewFilter(address)
  const query = useQuery(reviewQueries(useApiClient()).page(env, readReviewQuery(address)))
  const { data } = query
  const isNarrow = useMediaQuery('(max-width: 860px)')
  return (
    <div className={styles.page}>
      <PageHeader title="Review" place={environment.label}>
        {props.links}
        <RefreshButton
          help="Read the queue again"
          said="The queue was read again"
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </PageHeader>
      <div className={styles.coverage}>{props.coverage}</div>
      {data ? (
        <QueueFigures figures={data.figures} filter={filter} link={props.filterLink} />
      ) : query.error ? null : (
        <Skeleton width="min(640px, 100%)" height={32} />
      )}
      {props.views}
      <CollapsibleFilterBar
        isFiltered={hasActiveFilter(filter)}
        onClear={() => onChange(clearFilters(address))}
      >
        <QueueFilters filter={filter} onChange={(change) => onChange(changeFilter(address, change))} />
      </CollapsibleFilterBar>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The queue could not be read"
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(page) => <QueueRows {...props} page={page} isNarrow={isNarrow} isOld={query.isPlaceholderData} />}
      </AsyncView>
    </div>
  )
}

function clearFilters(address: ReviewSearchParams): ReviewSearchChange {
  return clearParamsExcept(address, 'sort', 'order')
}

interface QueueRowsProps extends QueuePageProps {
  readonly page: CaseList
  readonly isNarrow: boolean
  /** True while rows of the previous filter stand in for those of the current filter. */
  readonly isOld: boolean
}

function QueueRows(props: QueueRowsProps): ReactNode {
  const { env, page, address, mayWork, onChange, onOpen, itemLink, isNarrow, isOld } = props
  // Minimum width in px for all columns; amount ranges and the checkbox column need more.
  const fits = page.byAmount ? 1340 : mayWork ? 1472 : 1440
  const isWide = useMediaQuery(`(min-width: ${fits}px)`)
  const columns = useMemo(() => {
    const all = createQueueColumns(itemLink, page.byAmount)
    return isNarrow ? createNarrowQueueColumns(all) : isWide ? all : createMediumQueueColumns(all)
  }, [itemLink, page.byAmount, isNarrow, isWide])
  const bulk = useBulkDecision(env, page, itemLink)
  const shown = useMemo(
    () => (mayWork ? [createSelectionColumn(bulk.selected, bulk.mark), ...columns] : columns),
    [mayWork, bulk.selected, bulk.mark, columns],
  )
  const claim = useQueueClaim(env, onOpen)
  const sorting = getQueueSorting(address)
  useShortcut(
    'c',
    'Take the row, else the first free item, and open it',
    () => claim.takeFrom(page.rows),
    mayWork && page.rows.length > 0,
  )
  return (
    <>
      {claim.note}
      {mayWork ? bulk.panel : null}
      {page.rows.length === 0 ? (
        <EmptyQueue {...props} />
      ) : (
        <TableRegion isOld={isOld}>
          <DataTable
            label="Items in review"
            columns={shown}
            visible={shown.map(({ id }) => id)}
            rows={page.rows}
            rowKey={getRowKey}
            sorting={sorting}
            onSort={(wanted: TableSorting | null) =>
              onChange(changeFilter(address, toggleQueueSort(wanted, sorting)))
            }
            chosen={address.at ?? null}
            onChoose={(key) => onOpen(transactionId.parse(key))}
            {...(mayWork ? { onMark: bulk.mark } : {})}
            isNarrow={isNarrow}
            striped={isTest}
            changeOf={getChangeKey}
            ownsKeys
          />
          <PaginationBar
            shown={page.rows.length}
            count={page.count}
            more={page.more}
            one="item"
            isFirst={address.after === undefined}
            onFirst={() => onChange({ ...address, after: undefined, at: undefined })}
            onBack={props.onBack}
            onNext={page.next === null ? null : () => props.onNext(page.next ?? '')}
          />
          <p className={styles.keys}>
            <Kbd keys="j" /> <Kbd keys="k" /> row · <Kbd keys="↵" /> open
            {mayWork ? (
              <>
                {' '}
                · <Kbd keys="c" /> take and open · <Kbd keys="Space" /> select · <Kbd keys="b" /> decide
                together
              </>
            ) : null}
          </p>
        </TableRegion>
      )}
    </>
  )
}

function EmptyQueue({ page, address, onChange }: QueueRowsProps): ReactNode {
  if (address.after !== undefined) {
    return (
      <EmptyState
        go={{ words: 'First page', run: () => onChange({ ...address, after: undefined, at: undefined }) }}
      >
        <p>Nothing follows here: the items of this page are gone or have another place now.</p>
      </EmptyState>
    )
  }
  if (hasActiveFilter(readReviewFilter(address))) {
    return (
      <EmptyState go={{ words: 'Clear the filter', run: () => onChange(clearFilters(address)) }}>
        <p>No item in review matches the filter.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState>
      <p>
        {page.figures.snoozed > 0
          ? 'Nothing waits for a decision now: what is in review is put off.'
          : 'Nothing that this office knows is in review.'}
      </p>
      <p>
        The service has no list of reviews: the queue is made of look-ups, received notifications, imports and
        re-reads.
      </p>
    </EmptyState>
  )
}

function getRowKey(row: CaseSummary): string {
  return row.transaction
}

/**
 * Key of the visible content of a row, to highlight changes. Leaves out claim expiry: renewals do not count.
 */
function getChangeKey({ owner, ...row }: CaseSummary): string {
  const { state, compound, kind, concerns, amount, decision, lastNote, snoozedUntil } = row
  const looks = { state, compound, kind, concerns, amount, decision, note: lastNote?.at, snoozedUntil }
  return JSON.stringify({ ...looks, owner: owner?.by })
}

function isTest(row: CaseSummary): boolean {
  return row.test === true
}
