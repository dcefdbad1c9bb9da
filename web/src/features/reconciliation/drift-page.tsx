import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { DriftPage as DriftList } from '@paydesk/shared/work/drift'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import type { Loading } from '../../ui/page/async-view.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import { useAhead } from '../../ui/state/use-optimistic-search.ts'
import { countOf } from '../../ui/text/counted.ts'
import type { DriftAddress, DriftChange } from './address.ts'
import { filterOf, queryOf, withFilter } from './address.ts'
import type { TransactionLink } from './drift-columns.tsx'
import type { FilterLink } from './drift-filters.tsx'
import { DriftFilters } from './drift-filters.tsx'
import { useOpenItem } from './drift-item.tsx'
import { DriftKinds } from './drift-kinds.tsx'
import { DriftRows } from './drift-list.tsx'
import styles from './drift-page.module.css'
import { driftQueries } from './queries.ts'

export interface DriftPageProps {
  readonly env: EnvironmentName
  /** The environment's name, for the window's title. */
  readonly place: string
  readonly address: DriftAddress
  /** Whether every kind is listed, or only what concerns identity and documents. */
  readonly seesEvery: boolean
  /** What the index behind the list covers. */
  readonly coverage: ReactNode
  /** To the pages beside the list. */
  readonly links: ReactNode
  /** Another state of the same list; a further page is a step of its own to come back from. */
  readonly onChange: (change: DriftChange) => void
  readonly onNext: (after: string) => void
  /** To the page before, where this one was reached from it. */
  readonly onBack: (() => void) | null
  readonly onSheet: () => void
  readonly transactionLink: TransactionLink
  readonly filterLink: FilterLink
}

/** What does not fit together between record, notifications and index: explained by people, closed by facts. */
export function DriftPage(given: DriftPageProps): ReactNode {
  const { env } = given
  const [address, onChange] = useAhead<DriftChange>(given.address, given.onChange)
  const props = { ...given, address, onChange }
  const query = useQuery(driftQueries(useClient()).page(env, queryOf(address)))
  const list = useRef<HTMLDivElement>(null)
  const isNarrow = useMedia('(max-width: 860px)')
  const isStacked = useMedia('(max-width: 1180px)')
  const { transactionLink } = given
  const item = useOpenItem({ env, page: query.data, address, onChange, list, isStacked, transactionLink })
  const isOpen = item.panel !== null
  return (
    <div className={styles.page} data-open={isOpen || undefined}>
      <div className={styles.list}>
        <Head {...props} query={query} isNarrow={isNarrow} />
        {item.said}
        {/* Reading order follows what is seen: where there is one column, the item comes first. */}
        {isStacked ? item.panel : null}
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing="The differences could not be read"
          skeleton={<Skeleton lines={12} height={22} />}
        >
          {(page) => (
            <DriftRows
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

interface HeadProps extends DriftPageProps {
  readonly query: Loading<DriftList> & { readonly refetch: () => Promise<unknown> }
  readonly isNarrow: boolean
}

/** What this is and covers, how much there is of which kind, and which of it is listed. */
function Head({ query, isNarrow, ...props }: HeadProps): ReactNode {
  const { place, address, seesEvery, onChange, onSheet, filterLink } = props
  const filter = filterOf(address)
  const { data } = query
  useKey('s', 'Day sheet', onSheet)
  const kinds = data ? <DriftKinds figures={data.figures} filter={filter} link={filterLink} /> : null
  return (
    <>
      <PageHead title="Reconcile" place={place}>
        {props.links}
        <Reread
          help="Read the differences again"
          said="The differences were read again"
          isBusy={query.isFetching}
          read={query.refetch}
        />
      </PageHead>
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
          <summary>By kind ({countOf(data.figures.kinds.length, 'kind')})</summary>
          {kinds}
        </details>
      ) : (
        kinds
      )}
      <DriftFilters
        filter={filter}
        figures={data?.figures}
        texts={data?.texts ?? []}
        link={filterLink}
        onChange={(change) => onChange(withFilter(address, change))}
      />
    </>
  )
}
