const dayMs = 86_400_000

export interface ZoneDay {
  /** `2026-03-12`. */
  readonly day: string
  /** ms since 1970: its first instant in that zone. */
  readonly from: number
}

/** The wall clock at an instant, as if it were UTC's. */
type Clock = (at: number) => number

function createZoneClock(zone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
}

/** Days up to this one, counted from 1970 by the zone's calendar. */
function listDaysUpTo(clock: Clock, last: number, count: number): ZoneDay[] {
  return Array.from({ length: count }, (_, at) => {
    const midnight = (last - count + 1 + at) * dayMs
    // Its offset is that of the day before or of the day after; where midnight is skipped, of the later.
    const begins = [midnight - dayMs, midnight + dayMs].map((near) => midnight - (clock(near) - near))
    const isIn = (instant: number) => Math.floor(clock(instant) / dayMs) * dayMs === midnight
    const from = begins.sort((a, b) => a - b).find(isIn) ?? midnight
    return { day: new Date(midnight).toISOString().slice(0, 10), from }
  })
}

/** The days of a zone up to that of `now`, the oldest first; with a change of clocks they are of 23 or 25 hours. */
export function listZoneDays(zone: string, now: number, count: number): ZoneDay[] {
  const clock = createZoneClock(zone)
  return listDaysUpTo(clock, Math.floor(clock(now) / dayMs), count)
}

/** The same up to a day (`2026-03-12`), with the first instant of the day after it. */
export function listZoneDaysUpTo(zone: string, day: string, count: number): { days: ZoneDay[]; to: number } {
  const days = listDaysUpTo(createZoneClock(zone), Date.parse(`${day}T00:00:00Z`) / dayMs + 1, count + 1)
  const after = days.pop()
  return { days, to: after?.from ?? 0 }
}
