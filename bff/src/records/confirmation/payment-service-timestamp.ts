import type { PaymentServiceTimestamp } from '@paydesk/shared/payments/transactions'

/**
 * Pattern of ISO 8601 with a zone, as the interface promises; other text is shown as received, never
 * calculated with.
 */
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** Rejects days that do not exist: `Date.parse` takes the 30th of February for the 2nd of March. */
function isCalendarDay(text: string): boolean {
  const day = new Date(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Parses a timestamp of the payment service; `at` is null if the text names no instant. */
export function parsePaymentServiceTimestamp(raw: string | null): PaymentServiceTimestamp | null {
  if (raw === null) return null
  const time = isoTime.test(raw) && isCalendarDay(raw.slice(0, 10)) ? Date.parse(raw) : Number.NaN
  const year = Number.isNaN(time) ? 0 : new Date(time).getUTCFullYear()
  return { raw, at: year >= 1970 && year <= 9999 ? new Date(time).toISOString() : null }
}
