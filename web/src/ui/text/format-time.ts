const formats = new Map<string, Intl.DateTimeFormat>()

const hour = { hour: '2-digit', minute: '2-digit' } as const
const date = { day: 'numeric', month: 'short' } as const
const shapes = {
  time: { ...hour, second: '2-digit' },
  clock: hour,
  date,
  day: { ...date, year: 'numeric' },
  minute: { ...date, year: 'numeric', ...hour },
} as const

function getTimeFormat(zone: string, parts: keyof typeof shapes): Intl.DateTimeFormat {
  const key = `${zone} ${parts}`
  const existing = formats.get(key)
  if (existing) return existing
  const made = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...shapes[parts] })
  formats.set(key, made)
  return made
}

/** Returns `14:03:22` for an instant of today in that zone, otherwise with its day. */
export function formatTimeOfDay(at: Date, zone: string, now: number): string {
  const time = getTimeFormat(zone, 'time').format(at)
  const day = getTimeFormat(zone, 'day').format(at)
  return day === getTimeFormat(zone, 'day').format(now) ? time : `${day}, ${time}`
}

/** Returns a text such as `4 Jun 2025, 12:20`. */
export function formatDayAndTime(at: Date, zone: string): string {
  return getTimeFormat(zone, 'minute').format(at)
}

/** Returns a text such as `2025-06-04 10:20:30 UTC`, for places where the shown zone is not enough. */
export function formatUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const steps = [
  { unit: 'day', from: 48 * 3_600, size: 86_400 },
  { unit: 'hour', from: 90 * 60, size: 3_600 },
  { unit: 'minute', from: 90, size: 60 },
  { unit: 'second', from: 0, size: 1 },
] as const

/** Returns a text such as `in 41 h` or `3 min ago`. Rounds down: never promises more time than there is. */
export function formatRelativeTime(at: Date, now: number): string {
  const seconds = (at.getTime() - now) / 1_000
  const size = Math.abs(seconds)
  const step = steps.find((each) => size >= each.from) ?? steps[3]
  const count = Math.floor(size / step.size)
  const short = { day: count === 1 ? 'day' : 'days', hour: 'h', minute: 'min', second: 's' }[step.unit]
  return seconds >= 0 ? `in ${count} ${short}` : `${count} ${short} ago`
}

/** Returns `14:02` for today, `12 Mar 14:02` in this year, `12 Mar 2025 14:02` before. */
function formatShortTime(at: Date, zone: string, now: number): string {
  const day = getTimeFormat(zone, 'day').format(at)
  const today = getTimeFormat(zone, 'day').format(now)
  const time = getTimeFormat(zone, 'clock').format(at)
  if (day === today) return time
  return `${day.slice(-4) === today.slice(-4) ? getTimeFormat(zone, 'date').format(at) : day} ${time}`
}

/** Formats the interval in which something happened; its exact instant is unknown. */
export function formatInterval(from: Date | null, to: Date, zone: string, now: number): string {
  const end = formatShortTime(to, zone, now)
  if (from === null) return `by ${end}`
  const start = formatShortTime(from, zone, now)
  const exact = getTimeFormat(zone, 'time')
  if (start === end) return `${start.slice(0, -5)}${exact.format(from)} – ${exact.format(to)}`
  const [day, time] = [end.slice(0, -5), end.slice(-5)]
  return `${start} – ${start.slice(0, -5) === day ? time : end}`
}
