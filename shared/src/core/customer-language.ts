import { z } from 'zod'

/** Languages of the texts for customers, in the order in which they are offered. */
export const customerLanguages = ['en', 'de', 'fr', 'es', 'it', 'ar'] as const
export const customerLanguageSchema = z.enum(customerLanguages)
export type CustomerLanguage = z.infer<typeof customerLanguageSchema>

/** Names of the languages in themselves. */
export const customerLanguageNames: Readonly<Record<CustomerLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  ar: 'العربية',
}

export const getCustomerTextDirection = (language: CustomerLanguage) => (language === 'ar' ? 'rtl' : 'ltr')

/** Returns the language for customers of a tag such as `de-AT`; undefined if there is none. */
export const findCustomerLanguage = (tag: string): CustomerLanguage | undefined =>
  customerLanguages.find((language) => language === tag.split('-')[0]?.toLowerCase())
