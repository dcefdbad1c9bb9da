import { hasCardNumber } from '@paydesk/shared/core/card-number'
import { foldDigits } from '@paydesk/shared/core/digits'
import { isIban, isIbanCountry } from '@paydesk/shared/core/iban'
import { normalizePastedText } from '@paydesk/shared/core/pasted-text'
import { classifyRidForm } from './masking/masks.ts'

/**
 * IBAN in a text, without signs between its groups or with groups of four, as an IBAN is printed. Points and strokes
 * count only so: other texts have them, such as `KW47/2026 refunds` and tickets by year.
 */
const printedIban =
  /[A-Z]{2}\d{2}(?:[A-Z0-9]{10}|(?:[ -][A-Z0-9]{4}){2}[ -][A-Z0-9]{2}|([./])[A-Z0-9]{4}\1[A-Z0-9]{4}\1[A-Z0-9]{2,4}(?![A-Z0-9]))/i
/** Everything that may be an IBAN in groups of any length. Looks ahead, so that each beginning is tried. */
const looseIbans = /(?=([A-Z]{2}\d{2})((?:[ -]?[A-Z0-9]){10,30}))/gi
/** Letters in a row that make a group a word: the letters of account numbers are fewer, or part of a right IBAN. */
const word = /[A-Z]{5}/i
const minAccountLength = 10

/**
 * True for an IBAN in groups of other lengths than four: a right one, or one that may be mistyped, which has enough
 * signs before the first word. `PR12 customer 0001` is the name of a list.
 */
function isLooseIban([, head = '', account = '']: readonly string[]): boolean {
  const [country, whole] = [
    head.slice(0, 2).toUpperCase(),
    (head + account).replace(/[ -]/g, '').toUpperCase(),
  ]
  for (let length = head.length + minAccountLength; length <= whole.length; length += 1)
    if (isIban(whole.slice(0, length))) return true
  const groups = account.split(/[ -]/)
  const firstWord = groups.findIndex((group) => word.test(group))
  const signs = groups.slice(0, firstWord < 0 ? groups.length : firstWord).join('')
  // Of no country that has IBANs, only digits count: the letters of the country may be the mistyped ones.
  return (isIbanCountry(country) ? signs : signs.replaceAll(/\D/g, '')).length >= minAccountLength
}
const telephoneNumber = /\+\(?\d(?:[ ()./-]{0,2}\d){6,}/

/**
 * True if a short text that is stored in clear holds personal data of a customer: an e-mail address, an
 * account, a card or a telephone number; or invisible characters, which may hide such data.
 */
export function hasPersonalData(text: string): boolean {
  if (/[\p{Cc}\p{Cf}\p{DI}]/u.test(text.replaceAll('\ufe0f', ''))) return true
  // Keyboards of other countries have other digits and dashes.
  const plain = foldDigits(normalizePastedText(text).normalize('NFKC'))
  if (classifyRidForm(plain) !== 'plain' || telephoneNumber.test(plain)) return true
  return printedIban.test(plain) || [...plain.matchAll(looseIbans)].some(isLooseIban) || hasCardNumber(plain)
}
