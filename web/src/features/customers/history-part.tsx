import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { goToPart, Part } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import { HistorySection } from './history-section.tsx'
import type { ListState } from './list-state.ts'
import { listState } from './list-state.ts'
import { customerQueries } from './queries.ts'

interface HistoryPartProps {
  readonly place: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
  /** The transaction of the page that this is a part of. */
  readonly here: TransactionId
  readonly onOpen: (transaction: TransactionId) => void
}

/** A customer's transactions as a part of another page: its filter is that page's for as long as it is open. */
export function HistoryPart({ place, here, onOpen }: HistoryPartProps): ReactNode {
  const transactions = useQuery(customerQueries(useClient()).transactions(place))
  const [list, setList] = useState<ListState>(() => listState.parse({}))
  const isNarrow = useMedia('(max-width: 720px)')
  useKey('t', 'Transactions of the customer', () => goToPart('transactions'))
  return (
    <Part
      title="Transactions of the customer"
      id="transactions"
      keys="t"
      query={transactions}
      reading={(data) => data.reading}
      reread={() => transactions.refetch()}
      skeleton={<Skeleton lines={6} height={24} />}
    >
      {(data) => (
        <HistorySection
          transactions={data}
          list={list}
          onChange={({ open, ...change }) => {
            if (open && open !== here) onOpen(open)
            else setList((now) => ({ ...now, ...change }))
          }}
          opened={here}
          isNarrow={isNarrow}
        />
      )}
    </Part>
  )
}
