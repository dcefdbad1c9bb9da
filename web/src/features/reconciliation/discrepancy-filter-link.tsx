import type { DiscrepancyFilter } from '@paydesk/shared/cases/reconciliation'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../lib/session-context.tsx'
import { FilterLink } from '../../ui/links/filter-link.tsx'

interface DiscrepancyFilterLinkProps {
  readonly filter: DiscrepancyFilter
  readonly isCurrent: boolean
  readonly children: ReactNode
}

export function DiscrepancyFilterLink({
  filter,
  isCurrent,
  children,
}: DiscrepancyFilterLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  return (
    <FilterLink to="/$env/drift" params={{ env }} search={filter} isCurrent={isCurrent}>
      {children}
    </FilterLink>
  )
}
