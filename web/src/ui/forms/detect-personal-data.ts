import { hasCardNumber } from '@paydesk/shared/core/card-number'

const ibanPattern = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/i
const emailPattern = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/
/** As passports and identity cards are numbered: letters, digits and a check sign, or the lines a machine reads. */
const documentNumberPatterns = [
  /\b[A-Z]{1,2} ?\d{6,8}[A-Z]?\b/,
  /\b(?=(?:[A-Z]*\d){3})[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}\d?\b/,
  /[A-Z0-9]<{2,}[A-Z0-9<]/,
  /\b(?:passport|id card|identity card|driving licen[cs]e|document)(?: (?:no\.?|number))?[ :#]+(?=\S*\d)[A-Z0-9]{6,12}\b/i,
]

/** What in a ticket looks like personal data, in words: a ticket is kept as typed, so it must hold none. */
export function detectPersonalDataInTicket(text: string): readonly string[] {
  return [
    ...(ibanPattern.test(text) ? ['an IBAN'] : []),
    ...(emailPattern.test(text) ? ['an e-mail address'] : []),
    ...(hasCardNumber(text) ? ['a card number'] : []),
  ]
}

/** What in a typed text looks like personal data, in words; it is a warning, nothing is taken out. */
export function detectPersonalData(text: string): readonly string[] {
  const holdsDocument = documentNumberPatterns.some((form) => form.test(text))
  return [...detectPersonalDataInTicket(text), ...(holdsDocument ? ['a document number'] : [])]
}
