import type { ReactNode } from 'react'
import { useNowEveryHalfMinute } from '../state/use-now.ts'
import {
  formatDayAndTime,
  formatInterval,
  formatRelativeTime,
  formatTimeOfDay,
  formatUtc,
} from './format-time.ts'
import { useTimeZone } from './time-zone.tsx'

interface RowTimeProps {
  readonly at: string
  /** `exact`: time to the second, with its day unless it is today; `age`: time passed or remaining. */
  readonly as: 'exact' | 'age'
}

/** Shows an instant in a row of a table. Not focusable; zone and UTC are shown on hover. */
export function RowTime({ at, as }: RowTimeProps): ReactNode {
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${formatDayAndTime(date, zone)} ${zone} · ${formatUtc(date)}`}>
      {as === 'age' ? formatRelativeTime(date, now) : formatTimeOfDay(date, zone, now)}
    </time>
  )
}

/** Shows the interval in which something happened. */
export function RowInterval({ from, to }: { readonly from: string | null; readonly to: string }): ReactNode {
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  const [start, end] = [from === null ? null : new Date(from), new Date(to)]
  const says =
    start === null
      ? `seen at ${formatDayAndTime(end, zone)} ${zone} · ${formatUtc(end)}; nobody had looked before`
      : `between ${formatUtc(start)} and ${formatUtc(end)}`
  return <span title={says}>{formatInterval(start, end, zone, now)}</span>
}
