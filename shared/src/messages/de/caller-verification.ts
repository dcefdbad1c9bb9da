import type { MessagesOf } from '../../core/message.ts'
import type { englishCallerVerification } from '../en/caller-verification.ts'

export const germanCallerVerification: MessagesOf<typeof englishCallerVerification> = {
  verify: 'Anrufer prüfen',
  claim: 'Antwort des Anrufers',
  help: 'Eine IBAN, ein Geburtsdatum, eine E-Mail-Adresse oder eine Postleitzahl. Wir vergleichen die Antwort und speichern sie nicht; Sie sehen nur, ob sie übereinstimmt.',
  kind: 'Art der Antwort',
  kinds: { iban: 'IBAN', dob: 'Geburtsdatum', email: 'E-Mail', postal_code: 'Postleitzahl' },
  expected: '▲ Erwartet: {expected}.',
  chooseKind: 'eine der vier Arten; wählen Sie eine aus',
  expectations: {
    iban: 'eine IBAN: zwei Buchstaben, zwei Ziffern und die Kontonummer, mit oder ohne Leerzeichen',
    iban_digits: 'eine IBAN mit passender Prüfziffer; eine Ziffer ist falsch, fragen Sie noch einmal',
    date: 'ein Datum wie 17.04.1988, 1988-04-17 oder 17. April 1988',
    month: 'das Datum mit Punkten (04.05.1988), weil beide Zahlen der Monat sein können',
    year: 'das Jahr mit vier Ziffern',
    email: 'eine E-Mail-Adresse wie name@example.com',
    postal_code: 'eine Postleitzahl mit 3 bis 10 Buchstaben und Ziffern',
  },
  compare: 'Vergleichen',
  comparing: 'Wird verglichen …',
  notCompared: 'Antwort nicht verglichen',
  announcement: '{kind}: {result}',
  results: {
    match: 'Stimmt überein',
    other: 'Stimmt nicht überein',
    empty: 'Kein Vergleich möglich',
  },
  match: {
    iban: 'Eine Zahlung dieses Kunden kam von diesem Konto.',
    dob: 'Das ist das hinterlegte Geburtsdatum.',
    email: 'Das ist die hinterlegte E-Mail-Adresse.',
    postal_code: 'Das ist die Postleitzahl der Wohn- oder der Rechnungsadresse.',
  },
  mismatch: {
    iban: 'Keine bekannte Zahlung dieses Kunden kam von diesem Konto. Fragen Sie noch einmal, bevor Sie entscheiden.',
    dob: 'Das ist nicht das hinterlegte Geburtsdatum. Fragen Sie noch einmal, bevor Sie entscheiden.',
    email: 'Das ist nicht die hinterlegte E-Mail-Adresse. Fragen Sie noch einmal, bevor Sie entscheiden.',
    postal_code:
      'Das ist weder die Postleitzahl der Wohnadresse noch die der Rechnungsadresse. Fragen Sie noch einmal, bevor Sie entscheiden.',
  },
  noValue:
    'Der Zahlungsdienst hat für diesen Kunden keinen solchen Wert übermittelt. Fragen Sie nach einem anderen.',
}
