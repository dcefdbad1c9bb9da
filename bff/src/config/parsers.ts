import { isIP } from 'node:net'
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
export const createMillisecondsSchema = (fallback: number) =>
  z.coerce.number().int().min(1).max(86_400_000).default(fallback)
/** List of words separated by commas; empty words are dropped. */
export const commaListSchema = z
  .string()
  .transform((text) => text.split(',').map((word) => word.trim()))
  .transform((list) => list.filter((word) => word !== ''))

/** Path below a base address, such as `/files/` or `/v1/identity/{identity}/documents/`, as its segments. */
export const documentPathSchema = z
  .string()
  .regex(
    /^\/(?:(?:[A-Za-z0-9_-]+|\{identity\})\/)+$/,
    'must be paths such as /files/ or /v1/identity/{identity}/documents/',
  )
  .transform((path) => path.slice(1, -1).split('/'))

const proxyRanges: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  // Refuse the network of all addresses: everybody could then write the address that is believed.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Address or network of a proxy in front, or a name for several networks. */
export const trustedProxySchema = z
  .string()
  .refine(
    (text) => proxyRanges.has(text) || isAddressOrNetwork(text),
    'must name the proxies in front: loopback, linklocal, uniquelocal, an address such as 10.0.0.7 or a network such as 10.0.0.0/8',
  )

const amountPattern = /^([A-Z]{3}):(\d{1,15})$/

/** Parses amounts in minor units by currency, such as `EUR:100000,USD:100000`. Adds errors to `problems`. */
export function parseAmountsByCurrency(
  name: string,
  text: string,
  problems: string[],
): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>()
  for (const entry of commaListSchema.parse(text)) {
    const [, currency, minor] = amountPattern.exec(entry) ?? []
    if (currency === undefined || amounts.has(currency))
      problems.push(`${name} must be pairs such as EUR:100000 (minor units), each currency once`)
    else amounts.set(currency, Number(minor))
  }
  return amounts
}
