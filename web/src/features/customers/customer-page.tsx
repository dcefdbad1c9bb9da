import type { TransactionId } from '@paydesk/shared/core/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { FilterLink } from '../../ui/links/filter-link.tsx'
import { LazyWhenVisible } from '../../ui/page/lazy-when-visible.tsx'
import { focusSection, QuerySection } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { ListTabs } from '../../ui/table/list-tabs.tsx'
import { CustomerHeader } from './customer-header.tsx'
import styles from './customer-page.module.css'
import { CustomerHistorySection } from './history-section.tsx'
import { OpenTransactionsBar } from './open-transactions-bar.tsx'
import { CustomerOpenWork } from './open-work.tsx'
import { createListedTransactionEventFilter, customerQueries } from './queries.ts'
import type { CustomerHistorySearchChange } from './search-params.ts'

// Few roles export, and seldom: load the buttons for them alone, once the person moves on the page.
const CustomerHistoryExport = lazy(() =>
  import('./customer-history-export.tsx').then((part) => ({ default: part.CustomerHistoryExport })),
)

const route = getRouteApi('/inside/$env/customers/$customer')

interface CustomerPageProps {
  /** Renders the explanation of the opened transaction; null while the transaction is unknown. */
  readonly transaction: (id: TransactionId | null) => ReactNode
  readonly identity: ReactNode
  /** Name and status of the identity, for the header of both views. */
  readonly headline: ReactNode
  /** Timeline of the customer: the second view of the page. */
  readonly timeline: ReactNode
  /** Actions shown beside the customer name. */
  readonly actions?: ReactNode
}

/** Customer page for one RID: open transaction, history, identity. Sections load independently. */
export function CustomerPage(props: CustomerPageProps): ReactNode {
  const { transaction, identity, headline, timeline, actions } = props
  const customerRef = route.useParams()
  const list = route.useSearch()
  const texts = useMessages('customers')
  const navigate = route.useNavigate()
  const client = useApiClient()
  const queries = customerQueries(client)
  const isListedChange = createListedTransactionEventFilter(useQueryClient(), client, customerRef)
  const header = useQuery(queries.header(customerRef, isListedChange))
  const transactions = useQuery(queries.transactions(customerRef))
  const mayExport = useMay('records.export')
  const isNarrow = useMediaQuery('(max-width: 720px)')
  const isStacked = useMediaQuery('(max-width: 1180px)')
  const onChange = (change: CustomerHistorySearchChange) =>
    navigate({
      search: (now) => ({ ...now, ...change }),
      replace: !('open' in change),
      resetScroll: false,
    })
  const opened = list.open ?? transactions.data?.opened ?? null
  useShortcut('t', texts.transactions, () => focusSection('transactions'))
  const history = (
    <div key="history" className={styles.history}>
      <QuerySection
        title={texts.transactions}
        id="transactions"
        query={transactions}
        reading={(data) => data.reading}
        refetch={() => transactions.refetch()}
        skeleton={<Skeleton lines={9} height={24} />}
      >
        {(data) => (
          <CustomerHistorySection
            transactions={data}
            list={list}
            onChange={onChange}
            opened={opened}
            isNarrow={isNarrow}
          />
        )}
      </QuerySection>
      {mayExport && transactions.data ? (
        <LazyWhenVisible placeholder={<div className={styles.exportPlace} />}>
          <Suspense fallback={<div className={styles.exportPlace} />}>
            <CustomerHistoryExport customerRef={customerRef} />
          </Suspense>
        </LazyWhenVisible>
      ) : null}
    </div>
  )
  const isEmpty = transactions.data?.entries.length === 0 && list.open === undefined
  const panel = (
    <div key="panel" className={styles.panel}>
      {transactions.data ? (
        <OpenTransactionsBar
          transactions={transactions.data}
          opened={opened}
          onOpen={(open) => onChange({ open })}
          onAll={isStacked ? () => focusSection('transactions') : undefined}
        />
      ) : (
        <p className={styles.open} />
      )}
      {isEmpty ? null : transactions.error && opened === null ? null : transaction(opened)}
    </div>
  )
  return (
    <div className={styles.page}>
      <CustomerHeader
        query={header}
        refetch={() => header.refetch()}
        identity={headline}
        openWork={
          <CustomerOpenWork
            customerRef={customerRef}
            work={header.data?.openWork}
            transactions={transactions.data}
          />
        }
        actions={actions}
      />
      <ViewTabs />
      {list.view === 'timeline' ? (
        timeline
      ) : (
        <div className={styles.panes}>
          {/* DOM order follows the visual order: in a single column the explanation comes first. */}
          {isStacked ? [panel, history] : [history, panel]}
          <div key="identity" className={styles.identity} data-waits={transactions.isPending || undefined}>
            {identity}
          </div>
        </div>
      )}
    </div>
  )
}

/** Links to the views of the customer, each with an address of its own. */
function ViewTabs(): ReactNode {
  const customerRef = route.useParams()
  const search = route.useSearch()
  const { views } = useMessages('customers')
  const shown = search.view ?? 'overview'
  return (
    <nav className={styles.views}>
      <ListTabs label={views.label}>
        {(['overview', 'timeline'] as const).map((one) => (
          <li key={one}>
            <FilterLink
              to="/$env/customers/$customer"
              params={customerRef}
              search={{
                ...search,
                view: one === 'timeline' ? one : undefined,
                events: one === shown ? search.events : undefined,
              }}
              resetScroll={false}
              isCurrent={one === shown}
            >
              {views[one]}
            </FilterLink>
          </li>
        ))}
      </ListTabs>
    </nav>
  )
}
