import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/home/home-summary.tsx'
import { sessionListQueries } from './queries.ts'

/** Home page summary of all staff: who is signed in, and who works now. */
export function SessionsHomeSummary(): ReactNode {
  const { name: env } = useEnvironment()
  const { title, people, inUse } = useMessages('home').sessions
  const format = useFormatter()
  const { data, isError } = useQuery(sessionListQueries(useApiClient()).every())
  const name = (
    <Link to="/sessions" search={{ from: env }}>
      {title}
    </Link>
  )
  if (!data) return <HomeSummaryPlaceholder name={name} isMissing={isError} />
  const { figures } = data
  const facts = [
    format.text(people, { sessions: figures.sessions, count: figures.people }),
    format.text(inUse, { count: figures.inUse }),
  ]
  return <HomeSummaryRow name={name} facts={facts} />
}
