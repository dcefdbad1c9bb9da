import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { FigureTileContent, figureTileStyles } from '../../ui/home/figure-tile.tsx'
import { sessionListQueries } from './queries.ts'

/** Home page tile of all sessions, for the role that runs Paydesk. */
export function SessionsHomeTile(): ReactNode {
  const { name: env } = useEnvironment()
  const { title, means } = useMessages('home').sessions
  const { nothingLoaded } = useMessages('ui')
  const format = useFormatter()
  const { data, isError } = useQuery(sessionListQueries(useApiClient()).every())
  const { sessions, people, inUse } = data?.figures ?? {}
  return (
    <Link to="/sessions" search={{ from: env }} className={figureTileStyles.tile}>
      <FigureTileContent
        title={title}
        value={sessions === undefined ? (isError ? nothingLoaded : '…') : format.number(sessions)}
        isLoud={false}
        means={people === undefined ? '' : format.text(means, { count: people, inUse: inUse ?? 0 })}
      />
    </Link>
  )
}
