import type { CaseFilter, CaseList, CaseSummary } from '@paydesk/shared/cases/review-cases'
import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useReadAhead } from '../../../lib/api/use-read-ahead.ts'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay, useSession } from '../../../lib/session-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { PageHeader, RefreshButton } from '../../../ui/page/page-header.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import {
  createInPlaceNavigation,
  createNextPageNavigation,
  usePreviousListPage,
} from '../../../ui/state/list-navigation.ts'
import {
  applyFilterChange,
  clearParamsExcept,
  hasActiveFilter,
  markUnfiltered,
} from '../../../ui/state/list-state.ts'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../../ui/state/use-media-query.ts'
import { ExportButton, ExportStatus, useDataExport } from '../../../ui/table/data-export.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { TableSorting } from '../../../ui/table/data-table-types.ts'
import { TableRegion } from '../../../ui/table/list-layout.tsx'
import { PaginationBar } from '../../../ui/table/pagination.tsx'
import { reviewQueries } from '../queries.ts'
import {
  type ReviewSearchChange,
  type ReviewSearchParams,
  readReviewFilter,
  readReviewQuery,
} from '../search-params.ts'
import { createSelectionColumn, useBulkDecision } from './bulk-decision.tsx'
import { isCaseFreeToClaim, useReviewQueueClaim } from './queue-claim.tsx'
import {
  createMediumWidthReviewQueueColumns,
  createNarrowWidthReviewQueueColumns,
  createReviewQueueColumns,
  dropNotesColumn,
  mergeApprovalAndDecisionColumns,
  QueueCaseLink,
} from './queue-columns.tsx'
import { ReviewQueueAgeBar, ReviewQueueFigures, ReviewQueueSla } from './queue-figures.tsx'
import { ReviewQueueFilters } from './queue-filters.tsx'
import styles from './queue-page.module.css'

type Order = Pick<CaseFilter, 'sort' | 'order'>

/** Returns the sorting of the URL; by default the oldest case first, which has the greatest age. */
export function getReviewQueueSorting({ sort = 'age', order }: Order): TableSorting {
  // Invert the age: the server sorts by first sighting, and the earliest sighting is the greatest age.
  const down = sort === 'age' ? order !== 'desc' : sort === 'amount' ? order !== 'asc' : order === 'desc'
  return { column: sort, down }
}

/** Returns the order after a click on a column header: most urgent first, then reversed. */
export function toggleReviewQueueSort(tableSorting: TableSorting | null, now: TableSorting): Order {
  const column = tableSorting?.column ?? now.column
  const turns = column === now.column
  if (column === 'amount') return { sort: 'amount', order: turns && now.down ? 'asc' : 'desc' }
  if (column === 'expiry') return { sort: 'expiry', order: turns && !now.down ? 'desc' : undefined }
  return turns && now.down ? { sort: 'age', order: 'desc' } : { sort: undefined, order: undefined }
}

const route = getRouteApi('/inside/$env/review')

/** State of the queue in the URL. `change` replaces it; `showNext` adds a history entry for the next page. */
function useQueueAddress() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { env } = route.useParams()
  const hasDefaultViews = useSession().settings.defaultViews !== null
  return {
    address,
    change: (next: ReviewSearchChange) =>
      void navigate(
        createInPlaceNavigation(
          markUnfiltered(next, readReviewFilter(next), hasDefaultViews),
          next.after === undefined,
        ),
      ),
    showNext: (after: string) =>
      void navigate(createNextPageNavigation({ ...address, after, at: undefined })),
    async open(at: TransactionId) {
      // Remember the row in the current history entry: going back shows that row again.
      await navigate({ search: { ...address, at }, replace: true, state: true, resetScroll: false })
      const search = { ...address, at: undefined }
      await navigate({ to: '/$env/review/$transaction', params: { env, transaction: at }, search })
    },
  }
}

interface ReviewQueuePageProps {
  /** Coverage of the records behind the queue. */
  readonly coverage: ReactNode
  /** Saved views. */
  readonly views: ReactNode
}

/** Review queue, filtered and sorted by the URL. */
export function ReviewQueuePage({ coverage, views }: ReviewQueuePageProps): ReactNode {
  const texts = useMessages('review')
  const { name: env, label } = useEnvironment()
  const { address, change } = useQueueAddress()
  const filter = readReviewFilter(address)
  const client = useApiClient()
  const query = useQuery(reviewQueries(client).page(env, readReviewQuery(address)))
  const { data } = query
  const mayExport = useMay('records.export')
  const mayWork = useMay('review.work')
  const { notExported } = useMessages('lists').export
  const exporting = useDataExport({
    name: (today) => `review-queue-${env}-${today}`,
    open: (signal, format) =>
      client.stream(endpoints.exportCases, { params: { env }, query: { ...filter, ...format }, signal }),
    missing: notExported,
    expected: data && !data.more ? data.count : null,
    selection: { list: 'cases', filter },
  })
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const hasFigures = data !== undefined || query.error === null
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label} note={coverage}>
        <RefreshButton
          help={texts.queue.refresh}
          said={texts.queue.refreshed}
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
        {mayExport ? <ExportButton {...exporting} /> : null}
      </PageHeader>
      <ExportStatus {...exporting} />
      <div className={styles.tabs}>
        {hasFigures ? <ReviewQueueFigures figures={data?.figures} filter={filter} /> : null}
        {views}
      </div>
      <div className={styles.filters}>
        <ReviewQueueFilters
          filter={filter}
          onChange={(next) => change(applyFilterChange(address, next))}
          onClear={() => change(clearFilters(address))}
        />
        <div className={styles.urgency}>
          {data ? <ReviewQueueAgeBar bands={data.figures.bands} /> : null}
          {hasFigures ? <ReviewQueueSla figures={data?.figures} filter={filter} /> : null}
          {data && mayWork && address.after === undefined && !hasActiveFilter(filter) ? (
            <OldestOverdueLink rows={data.rows} />
          ) : null}
        </div>
      </div>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.queue.failed}
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(page) => <QueueRows page={page} isNarrow={isNarrow} isOld={query.isPlaceholderData} />}
      </AsyncView>
    </div>
  )
}

function clearFilters(address: ReviewSearchParams): ReviewSearchChange {
  return clearParamsExcept(address, 'sort', 'order')
}

interface QueueRowsProps {
  readonly page: CaseList
  readonly isNarrow: boolean
  /** True while rows of the previous filter stand in for those of the current filter. */
  readonly isOld: boolean
}

function QueueRows({ page, isNarrow, isOld }: QueueRowsProps): ReactNode {
  const { bulk: bulkTexts, cases, queue } = useMessages('review')
  const format = useFormatter()
  const { name: env } = useEnvironment()
  const { address, change, showNext, open } = useQueueAddress()
  const goBack = usePreviousListPage()
  const readAhead = useReadAhead()
  const router = useRouter()
  const mayWork = useMay('review.work')
  const hasNotes = page.rows.some(({ lastNote }) => lastNote !== null)
  // Minimum width in px for all columns but the merchant; notes, amount ranges and the checkbox column need more.
  const fits = page.byAmount ? (hasNotes ? 1400 : 1340) : mayWork ? 1472 : 1440
  const isWide = useMediaQuery(`(min-width: ${fits}px)`)
  const hasMerchant = useMediaQuery(`(min-width: ${fits + 96}px)`)
  const claim = useReviewQueueClaim(env, (id) => void open(id))
  const take = useRef(claim.take)
  take.current = claim.take
  // Stable: other columns would render every row again.
  const onClaim = useCallback((row: CaseSummary) => take.current(row), [])
  const columns = useMemo(() => {
    const every = createReviewQueueColumns(page.byAmount, queue, mayWork ? onClaim : null)
    const all = hasNotes ? every : dropNotesColumn(every)
    if (isNarrow) return createNarrowWidthReviewQueueColumns(all, queue.columns)
    if (!isWide) return createMediumWidthReviewQueueColumns(all, queue.columns)
    const merged = mergeApprovalAndDecisionColumns(all, queue.columns)
    return hasMerchant ? merged : merged.filter((column) => column.id !== 'merchant')
  }, [page.byAmount, hasNotes, isNarrow, isWide, hasMerchant, queue, mayWork, onClaim])
  const bulk = useBulkDecision(env, page)
  const shown = useMemo(
    () =>
      mayWork ? [createSelectionColumn(bulk.selected, bulk.mark, bulkTexts, format), ...columns] : columns,
    [mayWork, bulk.selected, bulk.mark, bulkTexts, format, columns],
  )
  const sorting = getReviewQueueSorting(address)
  useShortcut('c', queue.claimShortcut, () => claim.takeFrom(page.rows), mayWork && page.rows.length > 0)
  return (
    <>
      {claim.note}
      {mayWork ? bulk.panel : null}
      {page.rows.length === 0 ? (
        <EmptyQueue page={page} />
      ) : (
        <TableRegion isOld={isOld}>
          <DataTable
            list="review_queue"
            label={queue.table}
            columns={shown}
            visible={shown.map(({ id }) => id)}
            rows={page.rows}
            rowKey={getRowKey}
            sorting={sorting}
            onSort={(tableSorting: TableSorting | null) =>
              change(applyFilterChange(address, toggleReviewQueueSort(tableSorting, sorting)))
            }
            chosen={address.at ?? null}
            rowHref={(key) =>
              router.buildLocation({
                to: '/$env/review/$transaction',
                params: { env, transaction: transactionIdSchema.parse(key) },
                search: { ...address, at: undefined },
              }).href
            }
            onChoose={(key) => void open(transactionIdSchema.parse(key))}
            onIntent={readAhead}
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
            rowNoun={cases}
            isFirst={address.after === undefined}
            onFirst={() => change({ ...address, after: undefined, at: undefined })}
            onBack={goBack}
            onNext={page.next === null ? null : () => showNext(page.next ?? '')}
          />
        </TableRegion>
      )}
    </>
  )
}

/** Links to the next step: the oldest overdue case that nobody works on. */
function OldestOverdueLink({ rows }: Pick<CaseList, 'rows'>): ReactNode {
  const { queue } = useMessages('review')
  const oldest = rows.find((row) => row.sla.state === 'overdue' && isCaseFreeToClaim(row))
  if (oldest === undefined) return null
  return (
    <QueueCaseLink transaction={oldest.transaction} isInRow={false}>
      {queue.openOldest}
    </QueueCaseLink>
  )
}

function EmptyQueue({ page }: Pick<QueueRowsProps, 'page'>): ReactNode {
  const { queue } = useMessages('review')
  const { address, change } = useQueueAddress()
  if (address.after !== undefined) {
    return (
      <EmptyState
        go={{ text: queue.firstPage, run: () => change({ ...address, after: undefined, at: undefined }) }}
      >
        <p>{queue.endOfList}</p>
      </EmptyState>
    )
  }
  if (hasActiveFilter(readReviewFilter(address))) {
    return (
      <EmptyState go={{ text: queue.clearFilter, run: () => change(clearFilters(address)) }}>
        <p>{queue.noMatch}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState>
      <p>{page.figures.snoozed > 0 ? queue.allSnoozed : queue.empty}</p>
      <p>{queue.source}</p>
    </EmptyState>
  )
}

function getRowKey(row: CaseSummary): string {
  return row.transaction
}

/**
 * Key of the visible content of a row, to highlight changes. Leaves out claim expiry: renewals do not count.
 */
function getChangeKey({ claim, ...row }: CaseSummary): string {
  const { state, compound, kind, concerns, amount, decision, lastNote, snoozedUntil } = row
  const looks = { state, compound, kind, concerns, amount, decision, note: lastNote?.at, snoozedUntil }
  return JSON.stringify({ ...looks, owner: claim?.by })
}

function isTest(row: CaseSummary): boolean {
  return row.test === true
}
