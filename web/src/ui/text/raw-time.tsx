import type { ReactNode } from 'react'
import { Timestamp } from './timestamp.tsx'

/** A time as the service wrote it: in the zone where it can be read as an instant, else as it came. */
export function RawTime({ text }: { readonly text: string }): ReactNode {
  const isInstant =
    /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))
  return isInstant ? (
    <Timestamp at={new Date(text).toISOString()} as="full" also={`as given: ${text}`} />
  ) : (
    text
  )
}
