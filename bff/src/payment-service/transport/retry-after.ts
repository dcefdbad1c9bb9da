/** Pattern common to the three date formats of HTTP: all begin with the name of a day. */
const dateForm = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\x20-\x7e]{10,40}$/

/**
 * Parses Retry-After (whole seconds or an HTTP date) to ms from `now`, which is in ms since 1970. Null for
 * anything else: absent, negative, a past date, an unknown format.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  if (!dateForm.test(text)) return null
  const ms = Date.parse(text) - now
  return ms > 0 ? ms : null
}
