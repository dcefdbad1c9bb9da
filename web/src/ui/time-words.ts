const formats = new Map<string, Intl.DateTimeFormat>()

function format(zone: string, parts: 'time' | 'day' | 'minute'): Intl.DateTimeFormat {
  const key = `${zone} ${parts}`
  const existing = formats.get(key)
  if (existing) return existing
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    ...(parts === 'time' ? {} : day),
    ...(parts === 'day' ? {} : { hour: '2-digit', minute: '2-digit' }),
    ...(parts === 'time' ? { second: '2-digit' } : {}),
  })
  formats.set(key, made)
  return made
}

/** `14:03:22` for an instant of today in that zone, otherwise with its day. */
export function timeOfDay(at: Date, zone: string, now: number): string {
  const time = format(zone, 'time').format(at)
  const day = format(zone, 'day').format(at)
  return day === format(zone, 'day').format(now) ? time : `${day}, ${time}`
}

/** `4 Jun 2025, 12:20`. */
export function dayAndTime(at: Date, zone: string): string {
  return format(zone, 'minute').format(at)
}

/** `2025-06-04 10:20:30 UTC`, said where the shown zone is not enough. */
export function inUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const steps = [
  { unit: 'day', from: 48 * 3_600, size: 86_400 },
  { unit: 'hour', from: 90 * 60, size: 3_600 },
  { unit: 'minute', from: 90, size: 60 },
  { unit: 'second', from: 0, size: 1 },
] as const

/** `in 41 h`, `3 min ago`: rounded down, so that nobody is promised more time than there is. */
export function fromNow(at: Date, now: number): string {
  const seconds = (at.getTime() - now) / 1_000
  const size = Math.abs(seconds)
  const step = steps.find((each) => size >= each.from) ?? steps[3]
  const count = Math.floor(size / step.size)
  const short = { day: count === 1 ? 'day' : 'days', hour: 'h', minute: 'min', second: 's' }[step.unit]
  return seconds >= 0 ? `in ${count} ${short}` : `${count} ${short} ago`
}
