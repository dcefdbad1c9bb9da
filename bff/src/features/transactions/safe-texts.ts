import type { customerSafeText } from '@paydesk/shared/payments/transactions'
import type { z } from 'zod'
import type { SituationName } from './situations.ts'

/**
 * Version of the texts that support may say to the customer, and must not. Compliance reviews this file; the
 * version is part of every answer, so that the wording in force is known.
 */
export const safeTextVersion = '2026-11-1'

type SafeText = z.infer<typeof customerSafeText>
type SafeSentence = readonly [en: string, de: string]

const notWhy: SafeSentence = [
  'Do not mention a review, risk or fraud checks, which check it was, or how long it will take.',
  'Keine Prüfung, keine Risiko- oder Betrugskontrolle, nicht welche Kontrolle und keine Dauer nennen.',
]
const notPaid: SafeSentence = [
  'Do not say that the money has arrived or that the order ships.',
  'Nicht sagen, dass das Geld angekommen ist oder dass die Bestellung versendet wird.',
]
const notFault: SafeSentence = [
  'Do not guess at the reason, do not mention checks of any kind, and do not say that the bank or the customer made a mistake.',
  'Keinen Grund vermuten, keine Prüfungen erwähnen und nicht sagen, dass die Bank oder der Kunde einen Fehler gemacht hat.',
]

const inProgress: SafeSentence = [
  'Your payment is in progress. You do not need to do anything at the moment; we will let you know the result.',
  'Ihre Zahlung wird gerade bearbeitet. Sie müssen im Moment nichts tun; wir informieren Sie über das Ergebnis.',
]
const finishOnPage: SafeSentence = [
  'Your payment is waiting for you. Please go back to the payment page you were given and complete the open step.',
  'Ihre Zahlung wartet auf Sie. Bitte kehren Sie zur Zahlungsseite zurück und schließen Sie den offenen Schritt ab.',
]
const stillChecked: SafeSentence = [
  'Your payment is not completed yet. We will get in touch as soon as there is a result; please do not pay again.',
  'Ihre Zahlung ist noch nicht abgeschlossen. Wir melden uns, sobald ein Ergebnis vorliegt; bitte zahlen Sie nicht noch einmal.',
]
const goOnThere: SafeSentence = [
  'Your payment has been started. If the payment page is still open, please complete it there.',
  'Ihre Zahlung wurde gestartet. Falls die Zahlungsseite noch offen ist, schließen Sie sie bitte dort ab.',
]
const notSuccessful: SafeSentence = [
  'This payment was not successful. You can try again or choose another way to pay.',
  'Diese Zahlung war nicht erfolgreich. Sie können es erneut versuchen oder eine andere Zahlungsart wählen.',
]

/** Situation, or `lapsed`: an open record whose validity ran out. */
export type SafeSituation = SituationName | 'lapsed'

const texts: Readonly<Record<SafeSituation, readonly [say: SafeSentence, not: SafeSentence | null]>> = {
  accepted: [inProgress, notPaid],
  starting: [inProgress, notPaid],
  validating: [inProgress, notPaid],
  validated: [goOnThere, notPaid],
  processing: [inProgress, notPaid],
  instrument_verified: [inProgress, notPaid],
  instrument_review: [stillChecked, notWhy],
  verification_amounts: [
    [
      'We are waiting for you to enter the small amounts that were sent to your account on the payment page.',
      'Wir warten darauf, dass Sie die kleinen Beträge, die auf Ihr Konto gesendet wurden, auf der Zahlungsseite eingeben.',
    ],
    notPaid,
  ],
  verification_restarted: [stillChecked, notWhy],
  code_details: [goOnThere, notPaid],
  code_generating: [
    [
      'A one-time code is being prepared. Please enter it on the payment page as soon as you have it.',
      'Ein Einmalcode wird vorbereitet. Bitte geben Sie ihn auf der Zahlungsseite ein, sobald Sie ihn haben.',
    ],
    ['Never ask the customer to read the code to you.', 'Den Kunden niemals bitten, den Code vorzulesen.'],
  ],
  pin_generating: [
    [
      'A PIN is being prepared. Please enter it on the payment page as soon as you have it.',
      'Eine PIN wird vorbereitet. Bitte geben Sie sie auf der Zahlungsseite ein, sobald Sie sie haben.',
    ],
    ['Never ask the customer to read the PIN to you.', 'Den Kunden niemals bitten, die PIN vorzulesen.'],
  ],
  await_code: [
    [
      'Please enter the one-time code that you received on the payment page.',
      'Bitte geben Sie den Einmalcode, den Sie erhalten haben, auf der Zahlungsseite ein.',
    ],
    ['Never ask the customer to read the code to you.', 'Den Kunden niemals bitten, den Code vorzulesen.'],
  ],
  await_pin: [
    ['Please enter the PIN on the payment page.', 'Bitte geben Sie die PIN auf der Zahlungsseite ein.'],
    ['Never ask the customer to read the PIN to you.', 'Den Kunden niemals bitten, die PIN vorzulesen.'],
  ],
  engaging: [finishOnPage, notPaid],
  review: [stillChecked, notWhy],
  hold: [stillChecked, notWhy],
  risk_review: [stillChecked, notWhy],
  documents: [
    [
      'We have your documents and the payment is in progress. We will let you know the result.',
      'Ihre Dokumente liegen vor und die Zahlung wird bearbeitet. Wir informieren Sie über das Ergebnis.',
    ],
    notWhy,
  ],
  success: [
    [
      'The payment service reports your payment as successful. You will receive our confirmation separately.',
      'Der Zahlungsdienst meldet Ihre Zahlung als erfolgreich. Unsere Bestätigung erhalten Sie gesondert.',
    ],
    notPaid,
  ],
  declined: [notSuccessful, notFault],
  rejected: [notSuccessful, notWhy],
  failed: [notSuccessful, notFault],
  expired: [
    [
      'The time for this payment has run out. If you still want to pay, please start a new payment.',
      'Die Zeit für diese Zahlung ist abgelaufen. Wenn Sie noch zahlen möchten, starten Sie bitte eine neue Zahlung.',
    ],
    notFault,
  ],
  cancelled: [
    [
      'This payment was cancelled. If you still want to pay, please start a new payment.',
      'Diese Zahlung wurde abgebrochen. Wenn Sie noch zahlen möchten, starten Sie bitte eine neue Zahlung.',
    ],
    notFault,
  ],
  card_expired: [
    [
      'This payment was not successful because the card is no longer valid. Please use another card or another way to pay.',
      'Diese Zahlung war nicht erfolgreich, weil die Karte nicht mehr gültig ist. Bitte verwenden Sie eine andere Karte oder Zahlungsart.',
    ],
    ['Never ask for the card number.', 'Niemals nach der Kartennummer fragen.'],
  ],
  pending_unexplained: [stillChecked, notWhy],
  lapsed: [stillChecked, notPaid],
  pending_undocumented: [stillChecked, notWhy],
  undocumented: [stillChecked, notWhy],
}

/** Returns the safe texts of a situation, one for each language. */
export function getSafeTexts(name: SafeSituation): SafeText[] {
  const [say, not] = texts[name]
  return [
    { language: 'en', say: say[0], doNotSay: not?.[0] ?? null },
    { language: 'de', say: say[1], doNotSay: not?.[1] ?? null },
  ]
}
