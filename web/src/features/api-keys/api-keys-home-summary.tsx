import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { apiKeyQueries } from './queries.ts'

const dayMs = 86_400_000
const soonDays = 30

/** Home page summary of the API keys: how many are active, and how many expire soon. */
export function ApiKeysHomeSummary(): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('home').apiKeys
  const format = useFormat()
  const now = useNowEveryHalfMinute()
  const { data, isError } = useQuery(apiKeyQueries(useApiClient(), env).list)
  const name = (
    <Link to="/$env/api-keys" params={{ env }}>
      {texts.title}
    </Link>
  )
  if (!data) return <HomeSummaryPlaceholder name={name} isMissing={isError} />
  const active = data.apiKeys.filter(({ state }) => state === 'active')
  const soon = active.filter(({ expiresAt }) => Date.parse(expiresAt) - now < soonDays * dayMs)
  const facts = [
    format.text(texts.active, { count: active.length }),
    ...(soon.length === 0 ? [] : [format.text(texts.soon, { count: soon.length, days: soonDays })]),
  ]
  return <HomeSummaryRow name={name} facts={facts} />
}
