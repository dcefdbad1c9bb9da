import type { ServiceTime } from '@paydesk/shared/payments/transactions'

/** ISO 8601 with a zone, as the interface promises; anything else is shown as it came and not reckoned with. */
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** `Date.parse` takes the 30th of February for the 2nd of March: such a text names no instant. */
function isCalendarDay(text: string): boolean {
  const day = new Date(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Reads a timestamp of the service; `at` is null where it names no instant. */
export function parseServiceTime(raw: string | null): ServiceTime | null {
  if (raw === null) return null
  const time = isoTime.test(raw) && isCalendarDay(raw.slice(0, 10)) ? Date.parse(raw) : Number.NaN
  const year = Number.isNaN(time) ? 0 : new Date(time).getUTCFullYear()
  return { raw, at: year >= 1970 && year <= 9999 ? new Date(time).toISOString() : null }
}
