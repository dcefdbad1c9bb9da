const windowMs = 3 * 3_600_000

/**
 * Creates a function that returns ` UTC+2` for a time that occurs twice in that zone, because clocks are set
 * back, and an empty text for every other time.
 */
export function createRepeatedHourMark(timeZone: string): (at: Date | number) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset', hour: '2-digit' })
  const offsetMinutes = (at: number) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
  return (time) => {
    const at = Number(time)
    if (Number.isNaN(at)) return ''
    const [before, after] = [offsetMinutes(at - windowMs), offsetMinutes(at + windowMs)]
    if (before <= after) return ''
    const here = offsetMinutes(at)
    const repeatMs = (before - after) * 60_000
    const isRepeated =
      here === before ? offsetMinutes(at + repeatMs) === after : offsetMinutes(at - repeatMs) === before
    return isRepeated ? ` ${describeOffset(here)}` : ''
  }
}

function describeOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const rest = size % 60
  const sign = minutes < 0 ? '-' : '+'
  return minutes === 0 ? 'UTC' : `UTC${sign}${Math.floor(size / 60)}${rest === 0 ? '' : `:${rest}`}`
}
