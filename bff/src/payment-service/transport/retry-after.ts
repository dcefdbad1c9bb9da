/** The three date forms that HTTP knows all begin with a day's name. */
const dateForm = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\x20-\x7e]{10,40}$/

/**
 * Retry-After in ms from `now` (ms since 1970): whole seconds or an HTTP date. Null for everything
 * else: absent, negative, a date that is past, rubbish.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  if (!dateForm.test(text)) return null
  const ms = Date.parse(text) - now
  return ms > 0 ? ms : null
}
