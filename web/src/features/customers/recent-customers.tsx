import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AtHandRow } from '../../ui/page/home-summary.tsx'
import { ShownValue } from '../../ui/text/masked-value.tsx'
import { readCustomers } from './queries.ts'

interface RecentCustomersProps {
  readonly env: EnvironmentName
  /** The way to a customer's page. */
  readonly link: (customer: CustomerHandle, words: ReactNode) => ReactNode
}

const most = 5

/**
 * On the home page: the customers that were opened last in this window, as this role sees their RIDs. They are
 * remembered by what was read of them alone: it is gone at the sign-out, with the role, and when the page is loaded anew.
 */
export function RecentCustomers({ env, link }: RecentCustomersProps): ReactNode {
  const cache = useQueryClient()
  const client = useClient()
  const [recent] = useState(() => readCustomers(cache, client, env).slice(0, most))
  if (recent.length === 0) return null
  return (
    <AtHandRow
      name="Recent customers"
      facts={recent.map(({ customer, view }) => link(customer, <ShownValue value={view.rid} mono />))}
    />
  )
}
