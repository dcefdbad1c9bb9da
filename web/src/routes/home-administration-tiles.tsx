import type { ReactNode } from 'react'
import { ApiKeysHomeTile, ExpiringApiKeysLine } from '../features/api-keys/api-keys-home-tile.tsx'
import { HealthHomeTile } from '../features/health/health-home-tile.tsx'
import { SessionsHomeTile } from '../features/sessions/sessions-home-tile.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { useMay } from '../lib/session-context.tsx'
import { figureTileStyles } from '../ui/home/figure-tile.tsx'

/** Tiles of the home page for the role that runs Paydesk, with the next step if there is one. */
export function AdministrationTiles(): ReactNode {
  const { administration } = useMessages('home')
  const may = { sessions: useMay('session.every'), keys: useMay('api_key.manage') }
  return (
    <section aria-label={administration}>
      <div className={figureTileStyles.tiles}>
        <HealthHomeTile />
        {may.keys ? <ApiKeysHomeTile /> : null}
        {may.sessions ? <SessionsHomeTile /> : null}
      </div>
      {may.keys ? <ExpiringApiKeysLine /> : null}
    </section>
  )
}
