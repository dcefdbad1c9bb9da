import type { ReactNode } from 'react'
import { useFormatter } from '../../lib/messages/messages-context.tsx'
import { useNowEveryHalfMinute } from '../state/use-now.ts'
import { formatUtc } from './format-time.ts'
import { Tooltip } from './tooltip.tsx'

interface TimestampProps {
  readonly at: string
  /**
   * `time`: to the second, without the day for today; `short`: to the minute; `full`: day and time with the
   * zone; `relative`: "in 41 hr".
   */
  readonly as: 'time' | 'short' | 'full' | 'relative'
  readonly also?: string
}

/** Shows an instant in the person's time zone; UTC and the name of the zone on hover and focus. */
export function Timestamp({ at, as, also }: TimestampProps): ReactNode {
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const date = new Date(at)
  const here = `${format.dayAndTime(date)} ${format.timeZone}`
  const text = {
    time: format.exactTime(date, now),
    short: format.shortTime(date, now),
    full: here,
    relative: format.relativeTime(date, now),
  }[as]
  const says = [as === 'full' ? null : here, formatUtc(date), also].filter(Boolean).join(' · ')
  return (
    <Tooltip message={says} dotted={as === 'relative'}>
      <time dateTime={at}>{text}</time>
    </Tooltip>
  )
}
