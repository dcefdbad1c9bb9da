import type { PaymentLinkResponse } from '@paydesk/shared/payments/payment-request'

type Language = PaymentLinkResponse['messages'][number]['language']

/** Sentences before the payment link, without a name and an amount, because others may read the message. */
const sentences: Readonly<Record<Language, string>> = {
  en: 'You can make your payment on this page:',
  de: 'Auf dieser Seite ist die Zahlung möglich:',
  fr: 'Le paiement peut être effectué sur cette page :',
  es: 'El pago se puede realizar en esta página:',
  it: 'Il pagamento si può effettuare su questa pagina:',
}

const languages: readonly Language[] = ['en', 'de', 'fr', 'es', 'it']

/** Builds the message that hands the payment link over, in every language. */
export function buildLinkMessages(address: string): PaymentLinkResponse['messages'] {
  return languages.map((language) => ({ language, text: `${sentences[language]} ${address}` }))
}
