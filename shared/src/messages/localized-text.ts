import { z } from 'zod'
import { type Language, type StaffLanguage, staffLanguages } from '../core/formatter.ts'

/** Text of the configuration: one for all languages, or one for each language of the staff pages. */
export type LocalizedText = string | Readonly<Record<StaffLanguage, string>>

/** Creates the schema of a configured text. `maxChars`: limit of the text in each language. */
export function createLocalizedTextSchema(maxChars: number) {
  const text = z.string().min(1).max(maxChars)
  return z.union([text, z.strictObject({ en: text, de: text })])
}

/** Chooses the text for a language; a pseudo-locale takes the English one. */
export function chooseLocalizedText(text: LocalizedText, language: Language): string {
  if (typeof text === 'string') return text
  return text[staffLanguages.find((one) => one === language) ?? 'en']
}
