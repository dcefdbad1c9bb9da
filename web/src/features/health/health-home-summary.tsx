import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { HealthStatusLabel } from './health-check-list.tsx'
import { healthQueries } from './queries.ts'

interface HealthHomeSummaryProps {
  /** Renders a link to the health page. */
  readonly link: (words: ReactNode) => ReactNode
}

/** Home page summary: tells staff about a disruption before a customer is on the phone. */
export function HealthHomeSummary({ link }: HealthHomeSummaryProps): ReactNode {
  const { data, error } = useQuery(healthQueries(useApiClient()).view())
  const row = { name: link('Health'), keys: 'g e' }
  if (data === undefined) return <HomeSummaryPlaceholder {...row} isMissing={error !== null} />
  const { status, says } = data.line
  return (
    <HomeSummaryRow
      {...row}
      facts={[
        <span key="line">
          <HealthStatusLabel status={status} /> {says}
        </span>,
      ]}
    />
  )
}
