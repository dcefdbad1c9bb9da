import type { DayRange } from '@paydesk/shared/core/endpoint'
import { ProblemError } from '../../platform/problem/problem.ts'
import { listTimeZoneDays, listTimeZoneDaysUpTo, resolveDayRange } from '../../records/zone-days.ts'

const dayMs = 86_400_000
const formatUtcDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Resolves the requested days, at most 31; by default the seven days up to `to` or today. Throws
 * `bad_request` like `resolveDayRange`, or if there are more than 31 days.
 */
export function resolveAuditDays(zone: string, { from, to }: DayRange, now: number) {
  const last = to ?? listTimeZoneDays(zone, now, 1)[0]?.day ?? formatUtcDay(now)
  const first = from ?? formatUtcDay(Date.parse(last) - 6 * dayMs)
  const span = resolveDayRange(zone, { from: first, to: last }, now)
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  if (count > 31)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'from', rule: 'max_days', values: { max: 31 } }],
    })
  const { days } = listTimeZoneDaysUpTo(zone, last, count)
  return { first, last, days, from: span.from ?? 0, to: span.to ?? now }
}
