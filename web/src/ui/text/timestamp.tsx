import type { ReactNode } from 'react'
import { useHalfMinutes } from '../state/clock.ts'
import { dayAndTime, fromNow, inUtc, timeOfDay } from './time-words.ts'
import { Hint } from './tooltip.tsx'
import { useZone } from './zone.tsx'

interface TimestampProps {
  readonly at: string
  /** `time`: the time of day alone for today; `full`: day and time with the zone; `relative`: "in 41 h". */
  readonly as: 'time' | 'full' | 'relative'
  readonly also?: string
}

/** An instant in the office's zone; UTC and the zone's name on hover and focus. */
export function Timestamp({ at, as, also }: TimestampProps): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  const date = new Date(at)
  const here = dayAndTime(date, zone)
  const words = { time: timeOfDay(date, zone, now), full: `${here} ${zone}`, relative: fromNow(date, now) }[
    as
  ]
  const says = [as === 'full' ? null : `${here} ${zone}`, inUtc(date), also].filter(Boolean).join(' · ')
  return (
    <Hint says={says} dotted={as === 'relative'}>
      <time dateTime={at}>{words}</time>
    </Hint>
  )
}
