import { hasCardNumber } from '@paydesk/shared/core/card-number'
import { classifyRid } from './masking/masks.ts'

const embeddedIban = /[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){10,30}/i
const telephoneNumber = /\+\(?\d(?:[ ()./-]{0,2}\d){6,}/

/**
 * True where a short text that is kept in clear holds what belongs to a customer: an e-mail address, an
 * account, a card or a telephone number; or signs that nobody sees, behind which it may hide.
 */
export function hasPersonalData(text: string): boolean {
  if (/[\p{Cc}\p{Cf}]/u.test(text)) return true
  const plain = text.normalize('NFKC')
  const isPersonal = classifyRid(plain) !== 'plain' || embeddedIban.test(plain) || telephoneNumber.test(plain)
  return isPersonal || hasCardNumber(plain)
}
