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
  /** `exact`: the time to the second, with its day unless it is today's; `age`: how long ago, or in how long. */
  readonly as: 'exact' | 'age'
}

/** An instant in a row of a table: no stop for the keyboard of its own; zone and UTC are on hover. */
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

/** Something that happened at some time of an interval. */
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
