import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { listViewedCustomers } from './queries.ts'

interface RecentCustomersProps {
  readonly env: EnvironmentName
  /** The way to a customer's page. */
  readonly link: (customer: CustomerHandle, words: ReactNode) => ReactNode
}

const maxRecentCustomers = 5

/**
 * On the home page: the customers that were opened last in this window, as this role sees their RIDs. They are
 * remembered by what was read of them alone: it is gone at the sign-out, with the role, and when the page is loaded anew.
 */
export function RecentCustomers({ env, link }: RecentCustomersProps): ReactNode {
  const cache = useQueryClient()
  const client = useApiClient()
  const [recent] = useState(() => listViewedCustomers(cache, client, env).slice(0, maxRecentCustomers))
  if (recent.length === 0) return null
  return (
    <HomeSummaryRow
      name="Recent customers"
      facts={recent.map(({ customer, view }) => link(customer, <FieldValue value={view.rid} mono />))}
    />
  )
}
