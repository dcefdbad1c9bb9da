import type { ReactNode } from 'react'
import { useNowEveryHalfMinute } from '../state/use-now.ts'
import { formatDayAndTime, formatRelativeTime, formatTimeOfDay, formatUtc } from './format-time.ts'
import { useTimeZone } from './time-zone.tsx'
import { Tooltip } from './tooltip.tsx'

interface TimestampProps {
  readonly at: string
  /** `time`: time of day alone for today; `full`: day and time with the zone; `relative`: "in 41 h". */
  readonly as: 'time' | 'full' | 'relative'
  readonly also?: string
}

/** Shows an instant in Paydesk's time zone; UTC and the name of the zone on hover and focus. */
export function Timestamp({ at, as, also }: TimestampProps): ReactNode {
  const zone = useTimeZone()
  const now = useNowEveryHalfMinute()
  const date = new Date(at)
  const here = formatDayAndTime(date, zone)
  const words = {
    time: formatTimeOfDay(date, zone, now),
    full: `${here} ${zone}`,
    relative: formatRelativeTime(date, now),
  }[as]
  const says = [as === 'full' ? null : `${here} ${zone}`, formatUtc(date), also].filter(Boolean).join(' · ')
  return (
    <Tooltip says={says} dotted={as === 'relative'}>
      <time dateTime={at}>{words}</time>
    </Tooltip>
  )
}
