import type { DiscrepancyFilter } from '@paydesk/shared/cases/reconciliation'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { reconciliationQueries } from './queries.ts'

interface ReconciliationSummaryProps {
  readonly env: EnvironmentName
  /** Links to the discrepancies of a filter. */
  readonly link: (filter: DiscrepancyFilter, words: ReactNode) => ReactNode
}

/** Counts on the home page the unexplained discrepancies, and those opened and closed today. */
export function ReconciliationSummary({ env, link }: ReconciliationSummaryProps): ReactNode {
  const { data, isError } = useQuery(reconciliationQueries(useApiClient()).page(env, {}))
  const name = link({}, 'Reconcile')
  if (!data) return <HomeSummaryPlaceholder name={name} keys="g x" isMissing={isError} />
  const { open, explained, openedToday, closedToday } = data.figures
  const facts = [
    open === 0 ? 'nothing unexplained' : `${formatCountOf(open, 'difference')} unexplained`,
    ...(explained > 0 ? [link({ status: 'explained' }, `${formatCount(explained)} explained`)] : []),
    `today ${formatCount(openedToday)} opened, ${formatCount(closedToday)} closed`,
  ]
  return <HomeSummaryRow name={name} keys="g x" facts={facts} />
}
