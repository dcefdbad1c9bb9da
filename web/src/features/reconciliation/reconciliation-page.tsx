import type { DiscrepancyList as DriftList } from '@paydesk/shared/cases/reconciliation'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import type { AsyncQuery } from '../../ui/page/async-view.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { useOptimisticSearch } from '../../ui/state/use-optimistic-search.ts'
import { formatCountOf } from '../../ui/text/format-count.ts'
import type { DiscrepancyTransactionLink } from './discrepancy-columns.tsx'
import { DiscrepancyKindTiles } from './discrepancy-kind-tiles.tsx'
import { DiscrepancyTable } from './discrepancy-table.tsx'
import { reconciliationQueries } from './queries.ts'
import type { DiscrepancyFilterLink } from './reconciliation-filters.tsx'
import { ReconciliationFilters } from './reconciliation-filters.tsx'
import styles from './reconciliation-page.module.css'
import type { ReconciliationSearchChange, ReconciliationSearchParams } from './search-params.ts'
import { applyDiscrepancyFilter, readDiscrepancyFilter, readDiscrepancyQuery } from './search-params.ts'
import { useOpenDiscrepancy } from './use-open-discrepancy.tsx'

export interface ReconciliationPageProps {
  readonly env: EnvironmentName
  /** Name of the environment, for the window title. */
  readonly environmentLabel: string
  readonly address: ReconciliationSearchParams
  /** False if only discrepancies of identity and documents are listed. */
  readonly seesEvery: boolean
  /** Shows the coverage of the index behind the list. */
  readonly coverage: ReactNode
  /** Links to the pages beside the list. */
  readonly links: ReactNode
  /** `onChange` changes the current view of the list; `onNext` adds a history entry to come back from. */
  readonly onChange: (change: ReconciliationSearchChange) => void
  readonly onNext: (after: string) => void
  /** Goes to the previous page; null unless this page was reached from it. */
  readonly onBack: (() => void) | null
  readonly onSheet: () => void
  readonly transactionLink: DiscrepancyTransactionLink
  readonly filterLink: DiscrepancyFilterLink
}

/** Lists discrepancies of record, notifications and index. People explain them; only facts close them. */
export function ReconciliationPage(given: ReconciliationPageProps): ReactNode {
  const { env } = given
  const [address, onChange] = useOptimisticSearch<ReconciliationSearchChange>(given.address, given.onChange)
  const props = { ...given, address, onChange }
  const query = useQuery(reconciliationQueries(useApiClient()).page(env, readDiscrepancyQuery(address)))
  const list = useRef<HTMLDivElement>(null)
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const isStacked = useMediaQuery('(max-width: 1180px)')
  const { transactionLink } = given
  const item = useOpenDiscrepancy({
    env,
    page: query.data,
    address,
    onChange,
    list,
    isStacked,
    transactionLink,
  })
  const isOpen = item.panel !== null
  return (
    <div className={styles.page} data-open={isOpen || undefined}>
      <div className={styles.list}>
        <ReconciliationHeader {...props} query={query} isNarrow={isNarrow} />
        {item.said}
        {/* Reading order follows the layout: in one column the panel comes before the list. */}
        {isStacked ? item.panel : null}
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing="The differences could not be read"
          skeleton={<Skeleton lines={12} height={22} />}
        >
          {(page) => (
            <DiscrepancyTable
              {...props}
              page={page}
              list={list}
              isNarrow={isNarrow}
              isOld={query.isPlaceholderData}
              onOpen={(open) => onChange({ ...address, open })}
            />
          )}
        </AsyncView>
      </div>
      {isStacked ? null : item.panel}
    </div>
  )
}

interface ReconciliationHeaderProps extends ReconciliationPageProps {
  readonly query: AsyncQuery<DriftList> & { readonly refetch: () => Promise<unknown> }
  readonly isNarrow: boolean
}

/** States the scope and coverage, the counts by kind, and the filter of the list. */
function ReconciliationHeader({ query, isNarrow, ...props }: ReconciliationHeaderProps): ReactNode {
  const { environmentLabel, address, seesEvery, onChange, onSheet, filterLink } = props
  const filter = readDiscrepancyFilter(address)
  const { data } = query
  useShortcut('s', 'Day sheet', onSheet)
  const kinds = data ? (
    <DiscrepancyKindTiles figures={data.figures} filter={filter} link={filterLink} />
  ) : null
  return (
    <>
      <PageHeader title="Reconcile" place={environmentLabel}>
        {props.links}
        <RefreshButton
          help="Read the differences again"
          said="The differences were read again"
          isBusy={query.isFetching}
          read={query.refetch}
        />
      </PageHeader>
      <div className={styles.coverage}>
        <p className={styles.about}>
          Where the service’s record, its notifications and this office’s index do not fit together
          {seesEvery ? '' : ', as far as identity and documents are concerned'}. Nobody closes an item by
          hand: it is explained, or goes away when the facts agree.
        </p>
        {props.coverage}
      </div>
      {kinds === null ? (
        query.error ? null : (
          <Skeleton lines={4} width="min(900px, 100%)" height={20} />
        )
      ) : isNarrow && data ? (
        <details className={styles.folded}>
          <summary>By kind ({formatCountOf(data.figures.kinds.length, 'kind')})</summary>
          {kinds}
        </details>
      ) : (
        kinds
      )}
      <ReconciliationFilters
        filter={filter}
        figures={data?.figures}
        texts={data?.texts ?? []}
        link={filterLink}
        onChange={(change) => onChange(applyDiscrepancyFilter(address, change))}
      />
    </>
  )
}
