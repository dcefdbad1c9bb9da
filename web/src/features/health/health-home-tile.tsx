import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useFormatEnvironmentLabel } from '../../lib/session-context.tsx'
import { FigureTileContent, figureTileStyles } from '../../ui/home/figure-tile.tsx'
import { healthQueries } from './queries.ts'

/** Tile of the health of Paydesk, for the role that runs it. */
export function HealthHomeTile(): ReactNode {
  const { name: env } = useEnvironment()
  const { data, error } = useQuery(healthQueries(useApiClient()).view())
  const { health } = useMessages('shell').navigation
  const { line, statuses } = useMessages('health')
  const { nothingLoaded } = useMessages('ui')
  const labelOf = useFormatEnvironmentLabel()
  const format = useFormatter()
  const { status, environments } = data?.summary ?? {}
  return (
    <Link to="/health" search={{ from: env }} className={figureTileStyles.tile}>
      <FigureTileContent
        title={health}
        value={status ? statuses[status] : error ? nothingLoaded : '…'}
        isLoud={status !== undefined && status !== 'good'}
        means={
          status
            ? format.text(line[status], { environments: environments?.map(labelOf).join(', ') ?? '' })
            : ''
        }
      />
    </Link>
  )
}
