import { z } from 'zod'
import { isLoopback } from '../platform/runtime/loopback.ts'

/** Absolute http(s) URL without query, fragment or user name; plain http only for the local machine. */
export const urlSchema = z
  .string()
  .refine((text) => URL.canParse(text), 'must be an address such as https://host/path')
  .transform((text) => new URL(text))
  .refine((url) => url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)), {
    message: 'must use https (plain http only for this machine)',
  })
  .refine((url) => url.search === '' && url.hash === '' && url.username === '', {
    message: 'must have no query, fragment or user name',
  })

/** Milliseconds, at most one day. */
export const millisecondsSchema = (fallback: number) =>
  z.coerce.number().int().min(1).max(86_400_000).default(fallback)
/** List of words separated by commas; empty words are dropped. */
export const commaListSchema = z
  .string()
  .transform((text) => text.split(',').map((word) => word.trim()))
  .transform((list) => list.filter((word) => word !== ''))

const amountPattern = /^([A-Z]{3}):(\d{1,15})$/

/** Parses amounts in minor units by currency, such as `EUR:100000,USD:100000`. Adds errors to `problems`. */
export function parseAmounts(name: string, text: string, problems: string[]): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>()
  for (const entry of commaListSchema.parse(text)) {
    const [, currency, minor] = amountPattern.exec(entry) ?? []
    if (currency === undefined || amounts.has(currency))
      problems.push(`${name} must be pairs such as EUR:100000 (minor units), each currency once`)
    else amounts.set(currency, Number(minor))
  }
  return amounts
}
