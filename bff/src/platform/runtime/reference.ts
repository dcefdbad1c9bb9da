import { randomFillSync } from 'node:crypto'
import { type SupportReference, supportReference } from '@paydesk/shared/core/ids'
import type { RequestHandler } from 'express'

/** Crockford's letters: none is taken for another when it is read out on the phone. */
const crockfordLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random bytes for some hundred references at a time: asking for ten at each request costs more than the rest of it. */
const randomPool = new Uint8Array(4_000)
let usedBytes = randomPool.length

/** A new reference: `PD-` and fifty random bits in ten characters. */
export function generateReference(): SupportReference {
  if (usedBytes + 10 > randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  let text = 'PD-'
  for (const byte of randomPool.subarray(usedBytes, usedBytes + 10)) text += crockfordLetters[byte & 31]
  usedBytes += 10
  return supportReference.parse(text)
}

/** First of all, so that whatever happens to a request can be told by it. */
export const assignReference: RequestHandler = (_request, response, next) => {
  response.locals.reference = generateReference()
  next()
}
