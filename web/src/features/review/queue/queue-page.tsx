import type { EnvironmentView } from '@paydesk/shared/administration/session'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { transactionId } from '@paydesk/shared/core/ids'
import type { ReviewPage, ReviewRow } from '@paydesk/shared/work/review'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../../ui/page/page-head.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { clearedBut, isFiltered, withFilter } from '../../../ui/state/list-state.ts'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { useMedia } from '../../../ui/state/use-media.ts'
import type { Sorting } from '../../../ui/table/data-table.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { FoldingFilterLine, ListRows, NoRows } from '../../../ui/table/list-parts.tsx'
import { Pages } from '../../../ui/table/pagination.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import type { ReviewAddress, ReviewChange } from '../address.ts'
import { filterOf, queryOf } from '../address.ts'
import { reviewQueries } from '../queries.ts'
import { selectColumn, useBulk } from './bulk-part.tsx'
import { useQueueClaim } from './queue-claim.tsx'
import type { ItemLink } from './queue-columns.tsx'
import { middleColumns, narrowColumns, queueColumns } from './queue-columns.tsx'
import type { FilterLink } from './queue-figures.tsx'
import { QueueFigures } from './queue-figures.tsx'
import { QueueFilters } from './queue-filters.tsx'
import styles from './queue-page.module.css'
import { sortingOf, sortOf } from './queue-sorting.ts'

interface QueuePageProps {
  readonly env: EnvironmentName
  readonly environment: EnvironmentView
  readonly address: ReviewAddress
  /** Whether this role takes and decides; without it the queue is for reading. */
  readonly mayWork: boolean
  /** What the index behind the queue covers. */
  readonly coverage: ReactNode
  /** To the pages beside the queue. */
  readonly links: ReactNode
  /** Another state of the same list; a further page is a step of its own to come back from. */
  readonly onChange: (change: ReviewChange) => void
  readonly onNext: (after: string) => void
  /** To the page before, where this one was reached from it. */
  readonly onBack: (() => void) | null
  readonly onOpen: (id: TransactionId) => void
  readonly itemLink: ItemLink
  readonly filterLink: FilterLink
  /** Filters under names. */
  readonly views: ReactNode
}

/** Everything that waits for a person's decision, by filter and order of the address. */
export function QueuePage(props: QueuePageProps): ReactNode {
  const { env, environment, address, onChange } = props
  const filter = filterOf(address)
  const query = useQuery(reviewQueries(useClient()).page(env, queryOf(address)))
  const { data } = query
  const isNarrow = useMedia('(max-width: 860px)')
  return (
    <div className={styles.page}>
      <PageHead title="Review" place={environment.label}>
        {props.links}
        <Reread
          help="Read the queue again"
          said="The queue was read again"
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </PageHead>
      <div className={styles.coverage}>{props.coverage}</div>
      {data ? (
        <QueueFigures figures={data.figures} filter={filter} link={props.filterLink} />
      ) : query.error ? null : (
        <Skeleton width="min(640px, 100%)" height={32} />
      )}
      {props.views}
      <FoldingFilterLine isFiltered={isFiltered(filter)} onClear={() => onChange(cleared(address))}>
        <QueueFilters filter={filter} onChange={(change) => onChange(withFilter(address, change))} />
      </FoldingFilterLine>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The queue could not be read"
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(page) => <Rows {...props} page={page} isNarrow={isNarrow} isOld={query.isPlaceholderData} />}
      </AsyncView>
    </div>
  )
}

function cleared(address: ReviewAddress): ReviewChange {
  return clearedBut(address, 'sort', 'order')
}

interface RowsProps extends QueuePageProps {
  readonly page: ReviewPage
  readonly isNarrow: boolean
  /** The rows of the filter before, while those of this one are on the way. */
  readonly isOld: boolean
}

function Rows(props: RowsProps): ReactNode {
  const { env, page, address, mayWork, onChange, onOpen, itemLink, isNarrow, isOld } = props
  // All columns need so much: ranges more than amounts, and so does the box of each row.
  const fits = page.byAmount ? 1340 : mayWork ? 1472 : 1440
  const isWide = useMedia(`(min-width: ${fits}px)`)
  const columns = useMemo(() => {
    const all = queueColumns(itemLink, page.byAmount)
    return isNarrow ? narrowColumns(all) : isWide ? all : middleColumns(all)
  }, [itemLink, page.byAmount, isNarrow, isWide])
  const bulk = useBulk(env, page, itemLink)
  const shown = useMemo(
    () => (mayWork ? [selectColumn(bulk.selected, bulk.mark), ...columns] : columns),
    [mayWork, bulk.selected, bulk.mark, columns],
  )
  const claim = useQueueClaim(env, onOpen)
  const sorting = sortingOf(address)
  useKey(
    'c',
    'Take the row, else the first free item, and open it',
    () => claim.takeFrom(page.rows),
    mayWork && page.rows.length > 0,
  )
  return (
    <>
      {claim.note}
      {mayWork ? bulk.part : null}
      {page.rows.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <ListRows isOld={isOld}>
          <DataTable
            label="Items in review"
            columns={shown}
            visible={shown.map(({ id }) => id)}
            rows={page.rows}
            rowKey={keyOf}
            sorting={sorting}
            onSort={(wanted: Sorting | null) => onChange(withFilter(address, sortOf(wanted, sorting)))}
            chosen={address.at ?? null}
            onChoose={(key) => onOpen(transactionId.parse(key))}
            {...(mayWork ? { onMark: bulk.mark } : {})}
            isNarrow={isNarrow}
            striped={isTest}
            changeOf={looksOf}
            ownsKeys
          />
          <Pages
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
        </ListRows>
      )}
    </>
  )
}

function Nothing({ page, address, onChange }: RowsProps): ReactNode {
  if (address.after !== undefined) {
    return (
      <NoRows
        go={{ words: 'First page', run: () => onChange({ ...address, after: undefined, at: undefined }) }}
      >
        <p>Nothing follows here: the items of this page are gone or have another place now.</p>
      </NoRows>
    )
  }
  if (isFiltered(filterOf(address))) {
    return (
      <NoRows go={{ words: 'Clear the filter', run: () => onChange(cleared(address)) }}>
        <p>No item in review matches the filter.</p>
      </NoRows>
    )
  }
  return (
    <NoRows>
      <p>
        {page.figures.snoozed > 0
          ? 'Nothing waits for a decision now: what is in review is put off.'
          : 'Nothing that this office knows is in review.'}
      </p>
      <p>
        The service has no list of reviews: the queue is made of look-ups, received notifications, imports and
        re-reads.
      </p>
    </NoRows>
  )
}

function keyOf(row: ReviewRow): string {
  return row.transaction
}

/** What of an item is worth a mark when it changes: a claim that is only prolonged is not. */
function looksOf({ owner, ...row }: ReviewRow): string {
  const { state, compound, kind, concerns, amount, decision, lastNote, snoozedUntil } = row
  const looks = { state, compound, kind, concerns, amount, decision, note: lastNote?.at, snoozedUntil }
  return JSON.stringify({ ...looks, owner: owner?.by })
}

function isTest(row: ReviewRow): boolean {
  return row.test === true
}
