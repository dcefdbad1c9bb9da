import { foldDigits, hasValidIbanDigits } from './digits.ts'
import { hasIbanStructure } from './iban.ts'

const uuids = /(?<![0-9A-Za-z-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9A-Za-z-])/gi
const identityIds = /(?<![0-9A-Za-z_])_[0-9a-f]{4,16}_[0-9a-f]{4,16}__[0-9a-f]{2,8}(?![0-9A-Za-z_])/gi
/** Digits in groups, as people write them and files contain them. */
const digitRuns = /\d+(?:[ ._/-]\d+)*/g
/**
 * Groups of a card as it is printed, with anything but letters between them, as tables, mails and phones have them.
 * Only the first digits of a card brand count: lists of amounts and of years are no cards. Looks ahead, so that a card
 * behind another number is found.
 */
const gap = String.raw`[^\p{L}\p{N}]{1,4}`
const brand = '(?=4|5[1-5]|2[2-7]|35[2-8]|6)'
const printedCards = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?=(${brand}\d{4}(?:${gap}\d{4}){3}|3[4-9]\d\d${gap}\d{6}${gap}\d{4,5})(?![\p{L}\p{N}]))`,
  'gu',
)
const [fewest, maxDigits] = [13, 19]
/** Lengths of cards as good as all issuers have; 17 and 18 are allowed, but out of use. */
const usualCardLengths: ReadonlySet<number> = new Set([13, 14, 15, 16, 19])
/** Signs that stand between the numbers of a list, rather than between the groups of a card. */
const listSign = /[,;|]/
/** Words beside a card number. */
const cardWords = /card|karte|visa|master|maestro|amex|\bpan\b|cv[cv]|\bexp(?:iry|ires)?\b/i

/**
 * Detects a card number in a text: 13 to 19 digits that pass the Luhn check, possibly in groups and beside
 * other numbers. Card numbers do not belong in Paydesk, so browser and server reject such a text before any
 * request.
 */
export function hasCardNumber(input: string): boolean {
  // Treat digits of other scripts, other dashes and invisible characters as the same number.
  const plain = foldDigits(input.normalize('NFKC'))
    .replaceAll(/[\p{Cf}\p{DI}\p{M}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll('\u2044', '/')
    // Copied page sources have blanks as `&nbsp;` or by their number.
    .replaceAll(/&(?:[a-z]{4,6}|#x?[0-9a-f]{2,5});/gi, ' ')
  // Ignore ids of the payment service: one in ten thousand would pass as a card number, and no card is
  // written so.
  const text = plain.replaceAll(uuids, ' id ').replaceAll(identityIds, ' id ')
  return (
    [...text.matchAll(digitRuns)].some((found) => isCardWithin(found[0], text, found.index)) ||
    [...text.matchAll(printedCards)].some(
      ([, found = '']) =>
        passesLuhn(found.replaceAll(/\D/g, '')) && (cardWords.test(text) || !isNumberList(found)),
    )
  )
}

/**
 * Tells four numbers of a list from a card with the same signs between its groups: different numbers without leading
 * zeros that all begin with one digit, or that only grow or only fall. Of the cards in such a writing, 4 % are so.
 */
function isNumberList(found: string): boolean {
  if (!listSign.test(found)) return false
  const numbers = found.split(/\D+/)
  if (new Set(numbers).size < numbers.length || numbers.some((one) => one.startsWith('0'))) return false
  const steps = numbers.slice(1).map((one, nth) => Math.sign(Number(one) - Number(numbers[nth])))
  return new Set(numbers.map((one) => one[0])).size === 1 || new Set(steps).size === 1
}

/** Tells whether consecutive whole groups of a run of digits form a card number. */
function isCardWithin(run: string, text: string, at: number): boolean {
  const groups = run.split(/\D/)
  // Ids of the payment service may contain long runs of digits; a card number is not joined to letters.
  const isPart = (sign: string | undefined) => /[A-Za-z_]/.test(sign ?? ' ')
  const first = isPart(text[at - 1]) ? Math.max(1, countIbanGroups(text.slice(at - 2, at), groups)) : 0
  const last = groups.length - (isPart(text[at + run.length]) ? 1 : 0)
  for (let from = first; from < last; from += 1) {
    let digits = ''
    for (let to = from; to < last && digits.length < maxDigits; to += 1) {
      digits += groups[to] ?? ''
      if (digits.length >= fewest && digits.length <= maxDigits && passesLuhn(digits)) return true
    }
  }
  return false
}

/**
 * Counts the leading groups that belong to an account number (IBAN, ISO 13616) beginning with these letters: one of
 * the country's length may be mistyped, another needs right check digits.
 */
function countIbanGroups(letters: string, [check = '', ...groups]: readonly string[]): number {
  if (!/^[A-Z]{2}$/i.test(letters) || check.length !== 2) return 0
  let account = ''
  for (const [nth, group] of groups.entries()) {
    account += group
    if (account.length > 30) return 0
    if (account.length < 11) continue
    const iban = `${letters}${check}${account}`
    // Sixteen digits behind the check digits, as in Austria, may be a card all the same.
    const mayBeCard = usualCardLengths.has(account.length) && passesLuhn(account)
    const isMistyped = hasIbanStructure(iban) && !mayBeCard
    if (isMistyped || hasValidIbanDigits(iban)) return nth + 2
  }
  return 0
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
