import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/home/home-summary.tsx'
import { HealthStatusLabel } from './health-status-label.tsx'
import { healthQueries } from './queries.ts'
import { useHealthHeadline } from './use-health-headline.ts'

/** Home page summary: tells staff about a disruption before a customer is on the phone. */
export function HealthHomeSummary(): ReactNode {
  const { name: env } = useEnvironment()
  const { data, error } = useQuery(healthQueries(useApiClient()).view())
  const { health } = useMessages('shell').navigation
  const sumUp = useHealthHeadline()
  const name = (
    <Link to="/health" search={{ from: env }}>
      {health}
    </Link>
  )
  const row = { name, keys: 'g e' }
  if (data === undefined) return <HomeSummaryPlaceholder {...row} isMissing={error !== null} />
  const { status, text } = sumUp(data)
  return (
    <HomeSummaryRow
      {...row}
      facts={[
        <span key="line">
          <HealthStatusLabel status={status} /> {text}
        </span>,
      ]}
    />
  )
}
