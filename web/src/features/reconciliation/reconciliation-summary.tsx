import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { reconciliationQueries } from './queries.ts'

interface ReconciliationSummaryProps {
  readonly env: EnvironmentName
}

/** Counts on the home page the unexplained discrepancies, and those opened and closed today. */
export function ReconciliationSummary({ env }: ReconciliationSummaryProps): ReactNode {
  const { data, isError } = useQuery(reconciliationQueries(useApiClient()).page(env, {}))
  const list = { to: '/$env/drift', params: { env } } as const
  const name = <Link {...list}>Reconcile</Link>
  if (!data) return <HomeSummaryPlaceholder name={name} keys="g x" isMissing={isError} />
  const { open, explained, openedToday, closedToday } = data.figures
  const facts = [
    open === 0 ? 'nothing unexplained' : `${formatCountOf(open, 'difference')} unexplained`,
    ...(explained > 0
      ? [
          <Link key="explained" {...list} search={{ status: 'explained' }}>
            {formatCount(explained)} explained
          </Link>,
        ]
      : []),
    `today ${formatCount(openedToday)} opened, ${formatCount(closedToday)} closed`,
  ]
  return <HomeSummaryRow name={name} keys="g x" facts={facts} />
}
