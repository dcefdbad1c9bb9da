import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { focusSection, QuerySection } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { CustomerHistorySection } from './history-section.tsx'
import { customerQueries } from './queries.ts'
import type { CustomerHistorySearchParams } from './search-params.ts'
import { customerHistorySearchSchema } from './search-params.ts'

interface EmbeddedCustomerHistoryProps {
  readonly customerRef: { readonly env: EnvironmentName; readonly customer: CustomerHandle }
  /** Transaction of the surrounding page. */
  readonly here: TransactionId
}

/** Shows a customer's transactions inside another page. The filter is local state and ends with that page. */
export function EmbeddedCustomerHistory({ customerRef, here }: EmbeddedCustomerHistoryProps): ReactNode {
  const navigate = useNavigate()
  const { transactionsOfCustomer } = useMessages('customers')
  const mayOpen = useMay('transaction.read')
  const transactions = useQuery(customerQueries(useApiClient()).transactions(customerRef))
  const [list, setList] = useState<CustomerHistorySearchParams>(() => customerHistorySearchSchema.parse({}))
  const isNarrow = useMediaQuery('(max-width: 720px)')
  useShortcut('t', transactionsOfCustomer, () => focusSection('transactions'))
  return (
    <QuerySection
      title={transactionsOfCustomer}
      id="transactions"
      query={transactions}
      reading={(data) => data.reading}
      refetch={() => transactions.refetch()}
      skeleton={<Skeleton lines={6} height={24} />}
    >
      {(data) => (
        <CustomerHistorySection
          transactions={data}
          list={list}
          onChange={({ open, ...change }) => {
            if (!open || open === here) setList((now) => ({ ...now, ...change }))
            else if (mayOpen)
              void navigate({
                to: '/$env/transactions/$transaction',
                params: { env: customerRef.env, transaction: open },
              })
          }}
          opened={here}
          isNarrow={isNarrow}
        />
      )}
    </QuerySection>
  )
}
