import { createContext, use } from 'react'

const context = createContext('UTC')
/** The one named zone in which every time is shown. */
export const ZoneProvider = context.Provider

export function useZone(): string {
  return use(context)
}
