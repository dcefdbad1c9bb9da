import type { TransactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { goToPart, Part } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import { CustomerHeader } from './customer-header.tsx'
import styles from './customer-page.module.css'
import { HistorySection } from './history-section.tsx'
import type { ListChange, ListState } from './list-state.ts'
import { OpenOnes } from './open-ones.tsx'
import type { CustomerPlace } from './queries.ts'
import { customerQueries } from './queries.ts'

interface CustomerPageProps {
  readonly place: CustomerPlace
  readonly environment: string
  readonly list: ListState
  readonly onChange: (change: ListChange) => void
  /** The opened transaction, explained; null while it is not known which one is opened. */
  readonly transaction: (id: TransactionId | null) => ReactNode
  readonly identity: ReactNode
  /** Beside the customer's name. */
  readonly actions?: ReactNode
}

/** One page per RID: the open transaction explained, the history, the identity; each on its own. */
export function CustomerPage({
  place,
  environment,
  list,
  onChange,
  transaction,
  identity,
  actions,
}: CustomerPageProps): ReactNode {
  const queries = customerQueries(useClient())
  const header = useQuery(queries.header(place))
  const transactions = useQuery(queries.transactions(place))
  const isNarrow = useMedia('(max-width: 720px)')
  const isStacked = useMedia('(max-width: 1180px)')
  const opened = list.open ?? transactions.data?.opened ?? null
  useKey('t', 'Transactions', () => goToPart('transactions'))
  const history = (
    <div key="history" className={styles.history}>
      <Part
        title="Transactions"
        id="transactions"
        keys="t"
        query={transactions}
        reading={(data) => data.reading}
        reread={() => transactions.refetch()}
        skeleton={<Skeleton lines={9} height={24} />}
      >
        {(data) => (
          <HistorySection
            transactions={data}
            list={list}
            onChange={onChange}
            opened={opened}
            isNarrow={isNarrow}
          />
        )}
      </Part>
    </div>
  )
  const isEmpty = transactions.data?.entries.length === 0 && list.open === undefined
  const panel = (
    <div key="panel" className={styles.panel}>
      {transactions.data ? (
        <OpenOnes
          transactions={transactions.data}
          opened={opened}
          onOpen={(open) => onChange({ open })}
          onAll={isStacked ? () => goToPart('transactions') : undefined}
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
        environment={environment}
        reread={() => header.refetch()}
        actions={actions}
      />
      {/* Reading order follows what is seen: where there is one column, the answer comes first. */}
      <div className={styles.panes}>
        {isStacked ? [panel, history] : [history, panel]}
        <div key="identity" className={styles.identity} data-waits={transactions.isPending || undefined}>
          {identity}
        </div>
      </div>
    </div>
  )
}
