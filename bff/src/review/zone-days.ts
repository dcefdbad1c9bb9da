const dayMs = 86_400_000

export interface ZoneDay {
  /** `2026-03-12`. */
  readonly day: string
  /** ms since 1970: its first instant in that zone. */
  readonly from: number
}

/** The days of a zone up to that of `now`, the oldest first; with a change of clocks they are of 23 or 25 hours. */
export function zoneDays(zone: string, now: number, count: number): ZoneDay[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  /** The wall clock at an instant, as if it were UTC's. */
  const clock = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
  const today = Math.floor(clock(now) / dayMs)
  return Array.from({ length: count }, (_, at) => {
    const midnight = (today - count + 1 + at) * dayMs
    // Its offset is that of the day before or of the day after; where midnight is skipped, of the later.
    const begins = [midnight - dayMs, midnight + dayMs].map((near) => midnight - (clock(near) - near))
    const isIn = (instant: number) => Math.floor(clock(instant) / dayMs) * dayMs === midnight
    const from = begins.sort((a, b) => a - b).find(isIn) ?? midnight
    return { day: new Date(midnight).toISOString().slice(0, 10), from }
  })
}
