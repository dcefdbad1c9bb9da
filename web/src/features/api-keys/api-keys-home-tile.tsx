import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { FigureTileContent, figureTileStyles } from '../../ui/home/figure-tile.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { apiKeyQueries } from './queries.ts'

const dayMs = 86_400_000
const soonDays = 30

/** Counts the active API keys, and those of them that expire soon; undefined until they are loaded. */
function useApiKeyCounts() {
  const { name: env } = useEnvironment()
  const now = useNowEveryHalfMinute()
  const { data, isError } = useQuery(apiKeyQueries(useApiClient(), env).list)
  const active = data?.apiKeys.filter(({ state }) => state === 'active')
  const soon = active?.filter(({ expiresAt }) => Date.parse(expiresAt) - now < soonDays * dayMs)
  return { env, active: active?.length, soon: soon?.length, isError }
}

/** Home page tile of the API keys that expire soon. */
export function ApiKeysHomeTile(): ReactNode {
  const texts = useMessages('home').apiKeys
  const { nothingLoaded } = useMessages('ui')
  const format = useFormatter()
  const { env, active, soon, isError } = useApiKeyCounts()
  return (
    <Link to="/$env/api-keys" params={{ env }} className={figureTileStyles.tile}>
      <FigureTileContent
        title={texts.title}
        value={soon === undefined ? (isError ? nothingLoaded : '…') : format.number(soon)}
        isLoud={soon !== undefined && soon > 0}
        means={
          active === undefined
            ? ''
            : active === 0
              ? texts.none
              : format.text(texts.means, { count: active, days: soonDays })
        }
      />
    </Link>
  )
}

/** Next step of the home page: replace the API keys that expire soon, before their systems fail. */
export function ExpiringApiKeysLine(): ReactNode {
  const texts = useMessages('home').apiKeys
  const format = useFormatter()
  const { env, soon = 0 } = useApiKeyCounts()
  if (soon === 0) return null
  return (
    <PendingWorkLine message={format.text(texts.soon, { count: soon, days: soonDays })}>
      <Link to="/$env/api-keys" params={{ env }}>
        {texts.replace}
      </Link>
    </PendingWorkLine>
  )
}
