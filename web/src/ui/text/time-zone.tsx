import { createContext, use } from 'react'

const context = createContext('UTC')
/** Provides the one named time zone in which every time is shown. */
export const TimeZoneProvider = context.Provider

export function useTimeZone(): string {
  return use(context)
}
