import { z } from 'zod'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** An http(s) address without query or fragment; plain http is for this machine only. */
export const address = z
  .string()
  .refine((text) => URL.canParse(text), 'must be an address such as https://host/path')
  .transform((text) => new URL(text))
  .refine((url) => url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname)), {
    message: 'must use https (plain http only for this machine)',
  })
  .refine((url) => url.search === '' && url.hash === '' && url.username === '', {
    message: 'must have no query, fragment or user name',
  })

/** Milliseconds, a day at most. */
export const milliseconds = (fallback: number) =>
  z.coerce.number().int().min(1).max(86_400_000).default(fallback)
/** Words between commas. */
export const words = z
  .string()
  .transform((text) => text.split(',').map((word) => word.trim()))
  .transform((list) => list.filter((word) => word !== ''))
