import { type CustomerLanguage, customerLanguages } from '../../core/customer-language.ts'
import { type MessageArgs, splitMessageAtPlaceholders, type TemplateText } from '../../core/message.ts'
import { customerTexts } from './catalogue.ts'

/** Latin digits in Arabic: the payment link and the payment page write them too. */
const customerLocales: Readonly<Record<CustomerLanguage, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  ar: 'ar-u-nu-latn',
}

function createReleasedLanguageTexts(language: CustomerLanguage, timeZone: string) {
  const timeFormat = new Intl.DateTimeFormat(customerLocales[language], {
    ...{ timeZone, day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
  })
  return {
    language,
    texts: customerTexts[language],
    /** Fills in the placeholders of a text. */
    fill: <Message extends TemplateText>(message: Message, args: MessageArgs<Message, string>) =>
      splitMessageAtPlaceholders<string>(message, args, () => 'other').join(''),
    /** `28 November 2026 at 14:02 CET`, in German `um 14:02 Uhr MEZ`: the customer may be in another zone. */
    time(at: number): string {
      const written = timeFormat.format(at)
      return language === 'de' ? written.replace(/\d\d:\d\d/, '$& Uhr') : written
    },
  }
}

/** Texts for customers in one released language, with times as that language writes them. */
export type ReleasedLanguageTexts = ReturnType<typeof createReleasedLanguageTexts>

/** English, which is always released, and the other released languages in the order in which they are offered. */
export type ReleasedCustomerTexts = readonly [
  english: ReleasedLanguageTexts,
  ...others: ReleasedLanguageTexts[],
]

/** Creates the texts of the released languages, with times in this time zone. */
export function createReleasedCustomerTexts(
  released: readonly CustomerLanguage[],
  timeZone: string,
): ReleasedCustomerTexts {
  const others = customerLanguages.filter((language) => language !== 'en' && released.includes(language))
  return [
    createReleasedLanguageTexts('en', timeZone),
    ...others.map((language) => createReleasedLanguageTexts(language, timeZone)),
  ]
}
