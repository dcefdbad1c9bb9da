import { holdsCardNumber } from '@paydesk/shared/card-number'

const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/i
const email = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/

/** What in a typed text looks like personal data, in words; it is a warning, nothing is taken out. */
export function personalMarks(text: string): readonly string[] {
  return [
    ...(iban.test(text) ? ['an IBAN'] : []),
    ...(email.test(text) ? ['an e-mail address'] : []),
    ...(holdsCardNumber(text) ? ['a card number'] : []),
  ]
}
