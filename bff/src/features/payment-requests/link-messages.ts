import type { PaymentLinkResponse } from '@paydesk/shared/payments/payment-request'

type Language = PaymentLinkResponse['messages'][number]['language']

/** One sentence before the address, without a name and an amount: what is sent may be read by others. */
const sentences: Readonly<Record<Language, string>> = {
  en: 'You can make your payment on this page:',
  de: 'Auf dieser Seite ist die Zahlung möglich:',
  fr: 'Le paiement peut être effectué sur cette page :',
  es: 'El pago se puede realizar en esta página:',
  it: 'Il pagamento si può effettuare su questa pagina:',
}

const languages: readonly Language[] = ['en', 'de', 'fr', 'es', 'it']

/** The words with which the address is handed over, by language. */
export function buildLinkMessages(address: string): PaymentLinkResponse['messages'] {
  return languages.map((language) => ({ language, text: `${sentences[language]} ${address}` }))
}
