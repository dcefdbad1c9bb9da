const dayMs = 86_400_000

export interface ZoneDay {
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
function listDaysUpTo(clock: Clock, last: number, count: number): ZoneDay[] {
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
export function listZoneDays(zone: string, now: number, count: number): ZoneDay[] {
  const clock = createZoneClock(zone)
  return listDaysUpTo(clock, Math.floor(clock(now) / dayMs), count)
}

/** Lists the days up to `day` (form `2026-03-12`), with the first instant of the day after it. */
export function listZoneDaysUpTo(zone: string, day: string, count: number): { days: ZoneDay[]; to: number } {
  const days = listDaysUpTo(createZoneClock(zone), Date.parse(`${day}T00:00:00Z`) / dayMs + 1, count + 1)
  const after = days.pop()
  return { days, to: after?.from ?? 0 }
}
