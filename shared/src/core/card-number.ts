const uuids = /(?<![0-9A-Za-z-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9A-Za-z-])/gi
const identityIds = /(?<![0-9A-Za-z_])_[0-9a-f]{4,16}_[0-9a-f]{4,16}__[0-9a-f]{2,8}(?![0-9A-Za-z_])/gi
/** Digits in groups, as people write and files hold them. */
const digitRuns = /\d+(?:[ ._/-]\d+)*/g
const [fewest, most] = [13, 19]

/**
 * True where a text holds a card number: 13 to 19 digits, perhaps in groups and beside other numbers, that
 * pass the Luhn check. Card numbers do not belong in Paydesk, so both sides refuse them before anything is
 * asked.
 */
export function hasCardNumber(input: string): boolean {
  // What is typed in another script's digits, with other dashes or with marks that nobody sees, is the same number.
  const plain = input
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
  // One id of the service in ten thousand would pass for a card number; no card is written in that form.
  const text = plain.replaceAll(uuids, ' id ').replaceAll(identityIds, ' id ')
  return [...text.matchAll(digitRuns)].some((found) => isCardWithin(found[0], text, found.index))
}

/** Whether whole groups of a run of digits make up a card number. */
function isCardWithin(run: string, text: string, at: number): boolean {
  const groups = run.split(/\D/)
  // Ids of the service are long and digits may follow each other in them; a card number stands alone.
  const isPart = (sign: string | undefined) => /[A-Za-z_]/.test(sign ?? ' ')
  const first = isPart(text[at - 1]) ? Math.max(1, countIbanGroups(text.slice(at - 2, at), groups)) : 0
  const last = groups.length - (isPart(text[at + run.length]) ? 1 : 0)
  for (let from = first; from < last; from += 1) {
    let digits = ''
    for (let to = from; to < last && digits.length < most; to += 1) {
      digits += groups[to] ?? ''
      if (digits.length >= fewest && digits.length <= most && passesLuhn(digits)) return true
    }
  }
  return false
}

/** How many of the groups, from the first, belong to an account number (IBAN, ISO 13616) that begins with these letters. */
function countIbanGroups(letters: string, [check = '', ...groups]: readonly string[]): number {
  if (!/^[A-Z]{2}$/i.test(letters) || check.length !== 2) return 0
  const country = [...letters.toUpperCase()].map((letter) => letter.charCodeAt(0) - 55).join('')
  let account = ''
  for (const [nth, group] of groups.entries()) {
    account += group
    if (account.length > 30) return 0
    if (account.length >= 11 && BigInt(`${account}${country}${check}`) % 97n === 1n) return nth + 2
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
