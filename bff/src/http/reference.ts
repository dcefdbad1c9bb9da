import { randomBytes } from 'node:crypto'
import { type Reference, reference } from '@paydesk/shared/ids'

/** Crockford's letters: none is taken for another when it is read out on the phone. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new reference: `PD-` and fifty random bits in ten characters. */
export function newReference(): Reference {
  let text = 'PD-'
  for (const byte of randomBytes(10)) text += letters[byte & 31]
  return reference.parse(text)
}
