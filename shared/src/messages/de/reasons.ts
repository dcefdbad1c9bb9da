import type { MessagesOf } from '../../core/message.ts'
import type { englishReasons } from '../en/reasons.ts'

export const germanReasons: MessagesOf<typeof englishReasons> = {
  decisions: {
    accept: {
      identity_confirmed: 'Identität bestätigt',
      documents_checked: 'Nachweise geprüft und in Ordnung',
      known_customer: 'Bekannter Kunde, übliche Zahlung',
      customer_explained: 'Kunde hat die Zahlung erklärt',
      provider_confirmed: 'Anbieter hat die Zahlung bestätigt',
      false_alarm: 'Fehlalarm',
    },
    reject: {
      identity_not_proved: 'Identität nicht nachgewiesen',
      documents_not_valid: 'Nachweise fehlen oder sind ungültig',
      instrument_not_own: 'Konto oder Karte einer anderen Person',
      suspected_misuse: 'Verdacht auf Missbrauch',
      outside_terms: 'Außerhalb unserer Bedingungen für diesen Kunden',
      provider_refused: 'Vom Anbieter abgelehnt',
    },
    cancel: {
      customer_asked: 'Auf Wunsch des Kunden',
      entered_twice: 'Doppelt erfasst',
      wrong_amount: 'Falscher Betrag oder falsche Währung',
      no_answer: 'Keine rechtzeitige Antwort des Kunden',
      runs_out: 'Läuft vor einer Entscheidung ab',
      test_payment: 'Testzahlung',
    },
  },
  discrepancies: {
    compared_with_statement: 'Mit dem Kontoauszug verglichen: in Ordnung',
    asked_provider: 'Anbieter hat geantwortet',
    asked_operator: 'Zahlungsdienst korrigiert es',
    corrected_in_shop: 'Beim Händler oder in der Buchhaltung korrigiert',
    known_effect: 'Bekannte Folge von Erstattung, Gebühr oder Umrechnung',
    test_payment: 'Testzahlung',
  },
}
