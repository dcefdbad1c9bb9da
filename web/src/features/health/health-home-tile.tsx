import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { FigureTileContent, figureTileStyles } from '../../ui/home/figure-tile.tsx'
import { healthQueries } from './queries.ts'
import { useHealthHeadline } from './use-health-headline.ts'

/** Tile of the health of Paydesk, for the role that runs it. */
export function HealthHomeTile(): ReactNode {
  const { name: env } = useEnvironment()
  const { data, error } = useQuery(healthQueries(useApiClient()).view())
  const { health } = useMessages('shell').navigation
  const { statuses } = useMessages('health')
  const { nothingLoaded } = useMessages('ui')
  const sumUp = useHealthHeadline()
  const headline = data === undefined ? undefined : sumUp(data)
  return (
    <Link to="/health" search={{ from: env }} className={figureTileStyles.tile}>
      <FigureTileContent
        title={health}
        value={headline ? statuses[headline.status] : error ? nothingLoaded : '…'}
        isLoud={headline?.status === 'attention' ? 'attention' : headline?.status === 'bad'}
        means={headline?.text ?? ''}
      />
    </Link>
  )
}
