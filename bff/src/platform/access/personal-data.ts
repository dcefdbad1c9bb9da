import { hasCardNumber } from '@paydesk/shared/core/card-number'
import { foldDigits } from '@paydesk/shared/core/digits'
import { normalizePastedText } from '@paydesk/shared/core/pasted-text'
import { classifyRidForm } from './masking/masks.ts'

/**
 * IBAN in a text. Points and strokes count only between groups of four, as an IBAN is printed: other texts have them,
 * such as `KW47/2026 refunds` and tickets by year.
 */
const embeddedIban =
  /[A-Z]{2}\d{2}(?:(?:[ -]?[A-Z0-9]){10,30}|([./])[A-Z0-9]{4}\1[A-Z0-9]{4}\1[A-Z0-9]{2,4}(?![A-Z0-9]))/i
const telephoneNumber = /\+\(?\d(?:[ ()./-]{0,2}\d){6,}/

/**
 * True if a short text that is stored in clear holds personal data of a customer: an e-mail address, an
 * account, a card or a telephone number; or invisible characters, which may hide such data.
 */
export function hasPersonalData(text: string): boolean {
  if (/[\p{Cc}\p{Cf}\p{DI}]/u.test(text.replaceAll('\ufe0f', ''))) return true
  // Keyboards of other countries have other digits and dashes.
  const plain = foldDigits(normalizePastedText(text).normalize('NFKC'))
  const isPersonal =
    classifyRidForm(plain) !== 'plain' || embeddedIban.test(plain) || telephoneNumber.test(plain)
  return isPersonal || hasCardNumber(plain)
}
