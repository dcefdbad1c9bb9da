import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import type { Live } from './live.ts'
import type { Connection } from './tab-leader.ts'

const context = createContext<Live | null>(null)
export const LiveProvider = context.Provider

function useLive(): Live {
  const live = use(context)
  if (!live) throw new Error('useLive outside of LiveProvider')
  return live
}

/** How this browser is joined to the server right now. */
export function useConnection(): Connection {
  const live = useLive()
  return useSyncExternalStore(live.subscribe, live.connection)
}

/** Hears changes while the page that uses it is there. */
export function useLiveWhile(wanted: boolean): void {
  const live = useLive()
  useEffect(() => (wanted ? live.start() : undefined), [live, wanted])
}
