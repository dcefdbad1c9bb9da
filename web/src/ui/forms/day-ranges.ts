export const dayPresets = ['today', 'yesterday', 'week', 'last7', 'last30', 'last90'] as const
export type DayPreset = (typeof dayPresets)[number]

/** Returns the day of a time in a time zone. */
export const getDayInTimeZone = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)

/** Adds days to a date. Computes in UTC: a date has no time zone. */
export function addDays(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return date.toISOString().slice(0, 10)
}

/** Returns the days of a preset, up to today. A week begins on Monday. */
export function resolveDayPreset(preset: DayPreset, today: string) {
  if (preset === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) }
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const daysBefore = { today: 0, week: (weekday + 6) % 7, last7: 6, last30: 29, last90: 89 }
  return { from: addDays(today, -daysBefore[preset]), to: today }
}
