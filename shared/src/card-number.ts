const uuids = /(?<![0-9A-Za-z-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9A-Za-z-])/gi
const groups = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g

/**
 * True where a text holds a card number: 13 to 19 digits, perhaps in groups, that pass the Luhn check.
 * Card numbers do not belong in Paydesk, so both sides refuse them before anything is asked.
 */
export function holdsCardNumber(given: string): boolean {
  // One id of the service in ten thousand would pass for a card number; no card is written in that form.
  const text = given.replaceAll(uuids, ' id ')
  // Ids of the service are long and digits may follow each other in them; a card number stands alone.
  for (const [match, at] of [...text.matchAll(groups)].map((found) => [found[0], found.index] as const)) {
    const around = `${text[at - 1] ?? ' '}${text[at + match.length] ?? ' '}`
    if (!/[A-Za-z_]/.test(around) && passesLuhn(match.replaceAll(/\D/g, ''))) return true
  }
  return false
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
