/**
 * Formats an age in years and months, or in days below two months: `1 year 9 months`. Null for the future.
 */
export function formatTimeSince(at: Date, now: number): string | null {
  const to = new Date(now)
  const passed = (to.getUTCFullYear() - at.getUTCFullYear()) * 12 + to.getUTCMonth() - at.getUTCMonth()
  const months = to.getUTCDate() < at.getUTCDate() ? passed - 1 : passed
  const days = Math.floor((now - at.getTime()) / 86_400_000)
  if (!(days >= 0)) return null
  const count = (n: number, unit: string) => (n === 0 ? [] : [`${n} ${unit}${n === 1 ? '' : 's'}`])
  if (months < 2) return days === 0 ? 'today' : count(days, 'day').join('')
  return [...count(Math.floor(months / 12), 'year'), ...count(months % 12, 'month')].join(' ')
}
