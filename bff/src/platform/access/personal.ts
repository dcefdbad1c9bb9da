import { holdsCardNumber } from '@paydesk/shared/core/card-number'
import { formOfRid } from './masking/masks.ts'

const ibanWithin = /[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){10,30}/i
const telephone = /\+\(?\d(?:[ ()./-]{0,2}\d){6,}/

/**
 * True where a short text that is kept in clear holds what belongs to a customer: an e-mail address, an
 * account, a card or a telephone number; or signs that nobody sees, behind which it may hide.
 */
export function holdsPersonal(text: string): boolean {
  if (/[\p{Cc}\p{Cf}]/u.test(text)) return true
  const plain = text.normalize('NFKC')
  const isPersonal = formOfRid(plain) !== 'plain' || ibanWithin.test(plain) || telephone.test(plain)
  return isPersonal || holdsCardNumber(plain)
}
