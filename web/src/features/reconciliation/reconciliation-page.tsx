import type { DiscrepancyList as DriftList } from '@paydesk/shared/cases/reconciliation'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import type { AsyncQuery } from '../../ui/page/async-view.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { createInPlaceNavigation } from '../../ui/state/list-navigation.ts'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { useOptimisticValue } from '../../ui/state/use-optimistic-value.ts'
import { DiscrepancyFilterLink, DiscrepancyKindTiles } from './discrepancy-kind-tiles.tsx'
import { DiscrepancyTable } from './discrepancy-table.tsx'
import { reconciliationQueries } from './queries.ts'
import { ReconciliationFilters } from './reconciliation-filters.tsx'
import styles from './reconciliation-page.module.css'
import type { ReconciliationSearchChange, ReconciliationSearchParams } from './search-params.ts'
import { applyDiscrepancyFilter, readDiscrepancyFilter, readDiscrepancyQuery } from './search-params.ts'
import { useOpenDiscrepancyPanel } from './use-open-discrepancy.tsx'

const route = getRouteApi('/inside/$env/reconciliation')

interface ReconciliationPageProps {
  /** Shows the coverage of the records behind the list. */
  readonly coverage: ReactNode
}

/**
 * Lists discrepancies of record, notifications and our records. People explain them; only facts close them.
 */
export function ReconciliationPage({ coverage }: ReconciliationPageProps): ReactNode {
  const texts = useMessages('reconciliation')
  const { name: env } = useEnvironment()
  const navigate = route.useNavigate()
  const [address, onChange] = useOptimisticValue<ReconciliationSearchChange>(
    route.useSearch(),
    (next) => void navigate(createInPlaceNavigation(next, next.after === undefined)),
  )
  const query = useQuery(reconciliationQueries(useApiClient()).page(env, readDiscrepancyQuery(address)))
  const list = useRef<HTMLDivElement>(null)
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const isStacked = useMediaQuery('(max-width: 1180px)')
  const item = useOpenDiscrepancyPanel({
    env,
    page: query.data,
    address,
    onChange,
    list,
    isStacked,
  })
  const isOpen = item.panel !== null
  return (
    <div className={styles.page} data-open={isOpen || undefined}>
      <div className={styles.list}>
        <ReconciliationHeader
          coverage={coverage}
          address={address}
          onChange={onChange}
          query={query}
          isNarrow={isNarrow}
        />
        {item.said}
        {/* Reading order follows the layout: in one column the panel comes before the list. */}
        {isStacked ? item.panel : null}
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing={texts.notLoaded}
          skeleton={<Skeleton lines={12} height={22} />}
        >
          {(page) => (
            <DiscrepancyTable
              page={page}
              address={address}
              onChange={onChange}
              list={list}
              isNarrow={isNarrow}
              isOld={query.isPlaceholderData}
            />
          )}
        </AsyncView>
      </div>
      {isStacked ? null : item.panel}
    </div>
  )
}

interface ReconciliationHeaderProps extends ReconciliationPageProps {
  readonly address: ReconciliationSearchParams
  readonly onChange: (change: ReconciliationSearchChange) => void
  readonly query: AsyncQuery<DriftList> & { readonly refetch: () => Promise<unknown> }
  readonly isNarrow: boolean
}

/** States the scope and coverage, the counts by kind, and the filter of the list. */
function ReconciliationHeader(props: ReconciliationHeaderProps): ReactNode {
  const { coverage, address, onChange, query, isNarrow } = props
  const texts = useMessages('reconciliation')
  const format = useFormatter()
  const { name: env, label } = useEnvironment()
  const navigate = route.useNavigate()
  // False if only discrepancies of identity and documents are listed.
  const seesEvery = useMay('reconciliation.every')
  const filter = readDiscrepancyFilter(address)
  const { data } = query
  const sheet = { to: '/$env/reconciliation-report', params: { env } } as const
  useShortcut('s', texts.report.title, () => void navigate(sheet))
  const kinds = data ? <DiscrepancyKindTiles figures={data.figures} filter={filter} /> : null
  return (
    <>
      <PageHeader title={texts.title} place={label}>
        <RefreshButton
          help={texts.refresh}
          said={texts.refreshed}
          isBusy={query.isFetching}
          read={query.refetch}
        />
      </PageHeader>
      <div className={styles.coverage}>
        <p className={styles.about}>
          {texts.intro}
          {seesEvery ? '' : ` ${texts.identityOnly}`}
        </p>
        {coverage}
        {filter.customer === undefined ? null : (
          <p>
            {texts.oneCustomer}{' '}
            <DiscrepancyFilterLink filter={{ ...filter, customer: undefined }} isCurrent={false}>
              {texts.allCustomers}
            </DiscrepancyFilterLink>
          </p>
        )}
      </div>
      {kinds === null ? (
        query.error ? null : (
          <Skeleton lines={4} width="min(900px, 100%)" height={20} />
        )
      ) : isNarrow && data ? (
        <details className={styles.folded}>
          <summary>{format.text(texts.figures.byKind, { count: data.figures.kinds.length })}</summary>
          {kinds}
        </details>
      ) : (
        kinds
      )}
      <ReconciliationFilters
        filter={filter}
        figures={data?.figures}
        kinds={data?.kinds ?? []}
        onChange={(change) => onChange(applyDiscrepancyFilter(address, change))}
      />
    </>
  )
}
