import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import type { LiveUpdates } from './live-updates.ts'
import type { LiveConnection } from './tab-leader.ts'

const context = createContext<LiveUpdates | null>(null)
export const LiveUpdatesProvider = context.Provider

function useLiveUpdates(): LiveUpdates {
  const live = use(context)
  if (!live) throw new Error('useLive outside of LiveProvider')
  return live
}

/** Returns the state of this browser's live connection. */
export function useLiveConnection(): LiveConnection {
  const live = useLiveUpdates()
  return useSyncExternalStore(live.subscribe, live.connection, live.connection)
}

/** Receives live updates while the calling component is mounted. */
export function useLiveUpdatesWhile(isEnabled: boolean): void {
  const live = useLiveUpdates()
  useEffect(() => (isEnabled ? live.start() : undefined), [live, isEnabled])
}
