import { randomFillSync } from 'node:crypto'
import { type Reference, reference } from '@paydesk/shared/core/ids'
import type { RequestHandler } from 'express'

/** Crockford's letters: none is taken for another when it is read out on the phone. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random bytes for some hundred references at a time: asking for ten at each request costs more than the rest of it. */
const pool = new Uint8Array(4_000)
let used = pool.length

/** A new reference: `PD-` and fifty random bits in ten characters. */
export function newReference(): Reference {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let text = 'PD-'
  for (const byte of pool.subarray(used, used + 10)) text += letters[byte & 31]
  used += 10
  return reference.parse(text)
}

/** First of all, so that whatever happens to a request can be told by it. */
export const giveReference: RequestHandler = (_request, response, next) => {
  response.locals.reference = newReference()
  next()
}
