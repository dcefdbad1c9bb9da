import { randomFillSync } from 'node:crypto'
import { type SupportReference, supportReferenceSchema } from '@paydesk/shared/core/ids'
import type { RequestHandler } from 'express'

/** Crockford's alphabet: no letter is mistaken for another letter when read out on the phone. */
const crockfordLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Pool of random bytes for some hundred references: asking for ten bytes per request is too slow. */
const randomPool = new Uint8Array(4_000)
let usedBytes = randomPool.length

/** Returns a new reference: `PD-` and fifty random bits in ten characters. */
export function generateSupportReference(): SupportReference {
  if (usedBytes + 10 > randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  let text = 'PD-'
  for (const byte of randomPool.subarray(usedBytes, usedBytes + 10)) text += crockfordLetters[byte & 31]
  usedBytes += 10
  return supportReferenceSchema.parse(text)
}

/** Assigns the support reference. Runs first, so that any outcome of a request can be traced. */
export const assignSupportReference: RequestHandler = (_request, response, next) => {
  response.locals.reference = generateSupportReference()
  next()
}
