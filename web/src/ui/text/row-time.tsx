import type { ReactNode } from 'react'
import { useHalfMinutes } from '../state/clock.ts'
import { between, dayAndTime, fromNow, inUtc, timeOfDay } from './time-words.ts'
import { useZone } from './zone.tsx'

interface RowTimeProps {
  readonly at: string
  /** `exact`: the time to the second, with its day unless it is today's; `age`: how long ago, or in how long. */
  readonly as: 'exact' | 'age'
}

/** An instant in a row of a table: no stop for the keyboard of its own; zone and UTC are on hover. */
export function RowTime({ at, as }: RowTimeProps): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${dayAndTime(date, zone)} ${zone} · ${inUtc(date)}`}>
      {as === 'age' ? fromNow(date, now) : timeOfDay(date, zone, now)}
    </time>
  )
}

/** Something that happened at some time of an interval. */
export function RowInterval({ from, to }: { readonly from: string | null; readonly to: string }): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  const [start, end] = [from === null ? null : new Date(from), new Date(to)]
  const says =
    start === null
      ? `seen at ${dayAndTime(end, zone)} ${zone} · ${inUtc(end)}; nobody had looked before`
      : `between ${inUtc(start)} and ${inUtc(end)}`
  return <span title={says}>{between(start, end, zone, now)}</span>
}
