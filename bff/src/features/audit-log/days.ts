import { ProblemError } from '../../platform/problem/problem.ts'
import { listZoneDays, listZoneDaysUpTo } from '../../records/zone-days.ts'

interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Times in ms since 1970, both inclusive; null means no bound. */
export interface AuditTimeSpan {
  readonly from: number | null
  readonly to: number | null
}

const toDayBounds = (zone: string, day: string) => {
  const { days, to } = listZoneDaysUpTo(zone, day, 1)
  return { from: days[0]?.from ?? 0, to: to - 1 }
}

/**
 * Resolves whole days of the configured time zone. Throws `bad_request` naming `to` if `to` lies before
 * `from`.
 */
export function resolveAuditTimeSpan(zone: string, { from, to }: DayRange): AuditTimeSpan {
  if (from !== undefined && to !== undefined && to < from)
    throw new ProblemError('bad_request', { fields: [{ name: 'to', rule: 'day_not_before_from' }] })
  return {
    from: from === undefined ? null : toDayBounds(zone, from).from,
    to: to === undefined ? null : toDayBounds(zone, to).to,
  }
}

const dayMs = 86_400_000
const formatUtcDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Resolves the requested days, at most 31; by default the seven days up to `to` or today. Throws
 * `bad_request` like `resolveAuditTimeSpan`, or if there are more than 31 days.
 */
export function resolveAuditDays(zone: string, { from, to }: DayRange, now: number) {
  const last = to ?? listZoneDays(zone, now, 1)[0]?.day ?? formatUtcDay(now)
  const first = from ?? formatUtcDay(Date.parse(last) - 6 * dayMs)
  const span = resolveAuditTimeSpan(zone, { from: first, to: last })
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  if (count > 31)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'from', rule: 'max_days', values: { max: 31 } }],
    })
  const { days } = listZoneDaysUpTo(zone, last, count)
  return { first, last, days, from: span.from ?? 0, to: span.to ?? now }
}
