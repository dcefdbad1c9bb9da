import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { HomeSummaryRow } from '../../ui/home/home-summary.tsx'
import { CustomerLink } from '../../ui/links/record-links.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { listViewedCustomers } from './queries.ts'

interface RecentCustomersProps {
  readonly env: EnvironmentName
}

const maxRecentCustomers = 5

/**
 * Home page list of recently opened customers, with RIDs as this role sees them. The data comes only from the
 * query cache, so it is gone after sign-out, a role change or a reload.
 */
export function RecentCustomers({ env }: RecentCustomersProps): ReactNode {
  const cache = useQueryClient()
  const client = useApiClient()
  const [recent] = useState(() => listViewedCustomers(cache, client, env).slice(0, maxRecentCustomers))
  if (recent.length === 0) return null
  return (
    // No fallback: the page that listed these customers has loaded the texts of this row already.
    <Suspense>
      <CustomerSummaryRow recent={recent} />
    </Suspense>
  )
}

function CustomerSummaryRow({
  recent,
}: {
  readonly recent: ReturnType<typeof listViewedCustomers>
}): ReactNode {
  return (
    <HomeSummaryRow
      name={useMessages('customers').recent}
      facts={recent.map(({ customer, view }) => (
        <CustomerLink key={customer} customer={customer}>
          <FieldValue value={view.rid} mono />
        </CustomerLink>
      ))}
    />
  )
}
