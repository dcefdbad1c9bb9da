import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/home/home-summary.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { idImportQueries } from './queries.ts'

/** Home page summary: the newest import, with its progress or its result. */
export function ImportsHomeSummary(): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('home').imports
  const format = useFormatter()
  const { data, isError } = useQuery(idImportQueries(useApiClient()).list(env))
  const name = (
    <Link to="/$env/imports" params={{ env }}>
      {texts.title}
    </Link>
  )
  if (!data) return <HomeSummaryPlaceholder name={name} isMissing={isError} />
  const [newest] = data.imports
  if (newest === undefined) return <HomeSummaryRow name={name} facts={[texts.none]} />
  const { status, lines, done, added, refused, startedAt } = newest
  const facts = [
    <span key="started">
      {texts.statuses[status]} <RowTime at={startedAt} as="relative" />
    </span>,
    status === 'running'
      ? format.text(texts.progress, { done: done + refused, lines })
      : format.text(texts.result, { lines, added, refused }),
  ]
  return <HomeSummaryRow name={name} facts={facts} />
}
