import { hasCardNumber } from '@paydesk/shared/core/card-number'

const ibanPattern = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/i
const emailPattern = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/
/**
 * Patterns of passport and identity card numbers: letters, digits, check character; machine-readable lines.
 */
const documentNumberPatterns = [
  /\b[A-Z]{1,2} ?\d{6,8}[A-Z]?\b/,
  /\b(?=(?:[A-Z]*\d){3})[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{8}\d?\b/,
  /[A-Z0-9]<{2,}[A-Z0-9<]/,
  /\b(?:passport|id card|identity card|driving licen[cs]e|document)(?: (?:no\.?|number))?[ :#]+(?=\S*\d)[A-Z0-9]{6,12}\b/i,
]

export type PersonalDataKind = 'iban' | 'email' | 'card' | 'document'

/**
 * Returns the personal data that a ticket seems to contain: a ticket is stored as typed, so none is allowed.
 */
export function detectPersonalDataInTicket(text: string): readonly PersonalDataKind[] {
  return [
    ...(ibanPattern.test(text) ? ['iban' as const] : []),
    ...(emailPattern.test(text) ? ['email' as const] : []),
    ...(hasCardNumber(text) ? ['card' as const] : []),
  ]
}

/** Returns the personal data that a text seems to contain. Only warns, and removes nothing. */
export function detectPersonalData(text: string): readonly PersonalDataKind[] {
  const holdsDocument = documentNumberPatterns.some((form) => form.test(text))
  return [...detectPersonalDataInTicket(text), ...(holdsDocument ? ['document' as const] : [])]
}
