import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useNowEveryHalfMinute } from '../state/use-now.ts'
import { formatUtc } from './format-time.ts'

interface RowTimeProps {
  readonly at: string
  /**
   * `exact`: time to the second, with its day unless it is today; `relative`: time passed or remaining, as "3 days
   * ago"; `age`: "3 days", where the heading says that it is an age.
   */
  readonly as: 'exact' | 'relative' | 'age'
}

/** Shows an instant in a row of a table. Not focusable; zone and UTC are shown on hover. */
export function RowTime({ at, as }: RowTimeProps): ReactNode {
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${format.dayAndTime(date)} ${format.timeZone} · ${formatUtc(date)}`}>
      {as === 'exact'
        ? format.exactTime(date, now)
        : as === 'age'
          ? format.age(date, now)
          : format.relativeTime(date, now)}
    </time>
  )
}

/** Shows the interval in which something happened. */
export function RowInterval({ from, to }: { readonly from: string | null; readonly to: string }): ReactNode {
  const { time } = useMessages('ui')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const end = new Date(to)
  if (from === null) {
    const seen = `${format.dayAndTime(end)} ${format.timeZone}`
    return (
      <span title={format.text(time.firstSeen, { time: seen, utc: formatUtc(end) })}>
        {format.text(time.by, { time: format.shortTime(end, now) })}
      </span>
    )
  }
  const start = new Date(from)
  return (
    <span title={format.text(time.between, { from: formatUtc(start), to: formatUtc(end) })}>
      {format.interval(start, end, now)}
    </span>
  )
}
