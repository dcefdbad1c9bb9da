import { createContext, use } from 'react'

const context = createContext('UTC')
/** The one named zone in which every time is shown. */
export const TimeZoneProvider = context.Provider

export function useTimeZone(): string {
  return use(context)
}
