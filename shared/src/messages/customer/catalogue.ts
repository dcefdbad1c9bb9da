import type { CustomerLanguage } from '../../core/customer-language.ts'
import { arabicCustomerTexts } from './ar.ts'
import { germanCustomerTexts } from './de.ts'
import { type CustomerTexts, englishCustomerTexts } from './en.ts'
import { spanishCustomerTexts } from './es.ts'
import { frenchCustomerTexts } from './fr.ts'
import { italianCustomerTexts } from './it.ts'

/**
 * Version of the texts for customers. Compliance reviews them; the version is part of every answer, so that the
 * wording in force is known. A test fails if a text changes and the version does not.
 */
export const customerTextVersion = '2026-11-2'

/** Texts for customers by language. Only the server imports them: pages of staff get the sentence they show. */
export const customerTexts: Readonly<Record<CustomerLanguage, CustomerTexts>> = {
  en: englishCustomerTexts,
  de: germanCustomerTexts,
  fr: frenchCustomerTexts,
  es: spanishCustomerTexts,
  it: italianCustomerTexts,
  ar: arabicCustomerTexts,
}
