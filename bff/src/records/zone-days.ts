import type { DayRange } from '@paydesk/shared/core/endpoint'
import type { InvalidField } from '@paydesk/shared/core/problem'
import type { Store } from '../platform/database/database.ts'
import type { NumberRange } from '../platform/list-query/conditions.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import type { Person } from '../platform/session/person.ts'
import { loadStaffTimeZone } from './staff-settings.ts'

const dayMs = 86_400_000

export interface TimeZoneDay {
  /** Date in the form `2026-03-12`. */
  readonly day: string
  /** First instant of the day in that zone, in ms since 1970. */
  readonly from: number
}

/** Converts an instant to the wall clock of a zone, as if that were UTC. */
type Clock = (at: number) => number

function createZoneClock(zone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
}

/** Lists `count` days up to `last`, which counts days from 1970 in the zone's calendar. */
function listDaysUpTo(clock: Clock, last: number, count: number): TimeZoneDay[] {
  return Array.from({ length: count }, (_, at) => {
    const midnight = (last - count + 1 + at) * dayMs
    // Try the offsets of the day before and of the day after; if midnight is skipped, the later one applies.
    const begins = [midnight - dayMs, midnight + dayMs].map((near) => midnight - (clock(near) - near))
    const isIn = (instant: number) => Math.floor(clock(instant) / dayMs) * dayMs === midnight
    const from = begins.sort((a, b) => a - b).find(isIn) ?? midnight
    return { day: new Date(midnight).toISOString().slice(0, 10), from }
  })
}

/**
 * Lists the days of a zone up to the day of `now`, oldest first; a day with a clock change has 23 or 25
 * hours.
 */
export function listTimeZoneDays(zone: string, now: number, count: number): TimeZoneDay[] {
  const clock = createZoneClock(zone)
  return listDaysUpTo(clock, Math.floor(clock(now) / dayMs), count)
}

/** Lists the days up to `day` (form `2026-03-12`), with the first instant of the day after it. */
export function listTimeZoneDaysUpTo(
  zone: string,
  day: string,
  count: number,
): { days: TimeZoneDay[]; to: number } {
  const days = listDaysUpTo(createZoneClock(zone), Date.parse(`${day}T00:00:00Z`) / dayMs + 1, count + 1)
  const after = days.pop()
  return { days, to: after?.from ?? 0 }
}

export interface DayRangeDeps {
  readonly store: Pick<Store, 'db'>
  /** `zone`: time zone of Paydesk, for people who have not chosen one. */
  readonly config: { readonly zone: string }
}

const earliestDay = '2000-01-01'
const hourMs = 3_600_000

function toDayBounds(zone: string, day: string) {
  const { days, to } = listTimeZoneDaysUpTo(zone, day, 1)
  return { from: days[0]?.from ?? 0, to: to - 1 }
}

/**
 * Resolves whole days of a time zone to instants (ms since 1970), both included; null for an open end. Throws
 * `bad_request` naming each day before 2000 or after tomorrow, or `to` if it lies before `from`. `now`: ms since 1970.
 */
export function resolveDayRange(zone: string, { from, to }: DayRange, now: number): NumberRange {
  // Accept tomorrow: an address may come from a colleague in a zone where that day has begun.
  const latestDay = listTimeZoneDays(zone, now + 26 * hourMs, 1)[0]?.day ?? earliestDay
  const wrong = Object.entries({ from, to }).flatMap(([name, day]): InvalidField[] =>
    day === undefined || (day >= earliestDay && day <= latestDay)
      ? []
      : [{ name, rule: 'day_between', values: { first: earliestDay, last: latestDay } }],
  )
  if (wrong.length > 0) throw new ProblemError('bad_request', { fields: wrong })
  if (from !== undefined && to !== undefined && to < from)
    throw new ProblemError('bad_request', { fields: [{ name: 'to', rule: 'day_not_before_from' }] })
  return {
    from: from === undefined ? null : toDayBounds(zone, from).from,
    to: to === undefined ? null : toDayBounds(zone, to).to,
  }
}

/** Resolves the days of a filter in the time zone of this person; null if it has none. Throws as `resolveDayRange`. */
export async function loadDayRange(
  { from, to }: DayRange,
  person: Person,
  { store, config }: DayRangeDeps,
  now = Date.now(),
): Promise<NumberRange | null> {
  if (from === undefined && to === undefined) return null
  return resolveDayRange(await loadStaffTimeZone(store.db, person, config.zone), { from, to }, now)
}
