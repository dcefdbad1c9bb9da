import { ProblemError } from '../../platform/problem/problem.ts'
import { zoneDays, zoneDaysUpTo } from '../../records/zone-days.ts'

interface Asked {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Times in ms since 1970, both inclusive; null where there is no bound. */
export interface Span {
  readonly from: number | null
  readonly to: number | null
}

const bounds = (zone: string, day: string) => {
  const { days, to } = zoneDaysUpTo(zone, day, 1)
  return { from: days[0]?.from ?? 0, to: to - 1 }
}

/** Whole days of the office's zone. Throws `bad_request` naming `to` where it lies before `from`. */
export function spanOf(zone: string, { from, to }: Asked): Span {
  if (from !== undefined && to !== undefined && to < from)
    throw new ProblemError('bad_request', { fields: [{ name: 'to', expected: 'a day not before from' }] })
  return {
    from: from === undefined ? null : bounds(zone, from).from,
    to: to === undefined ? null : bounds(zone, to).to,
  }
}

const dayMs = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The days asked for, at most 31 of them: seven up to today, or up to `to`. Throws `bad_request` as `spanOf` does. */
export function daysAsked(zone: string, { from, to }: Asked, now: number) {
  const last = to ?? zoneDays(zone, now, 1)[0]?.day ?? dayOf(now)
  const first = from ?? dayOf(Date.parse(last) - 6 * dayMs)
  const span = spanOf(zone, { from: first, to: last })
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  if (count > 31)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'from', expected: 'at most 31 days up to `to`' }],
    })
  const { days } = zoneDaysUpTo(zone, last, count)
  return { first, last, days, from: span.from ?? 0, to: span.to ?? now }
}
