import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishReveals } from '../en/reveals.ts'

export const germanReveals: MessagesOf<typeof englishReveals> = {
  reveal: '{field} einblenden',
  revealHint: '{field} einblenden: Grund und Ticket erforderlich (Leertaste)',
  purpose: 'Grund',
  ticket: 'Ticket- oder Vorgangsnummer',
  recorded: 'Ihr Name, der Grund und das Ticket werden protokolliert, bevor der Wert eingeblendet wird.',
  ticketFormat:
    '▲ Ein Ticket hat Buchstaben, Ziffern und - _ / . #, mindestens eine Ziffer, keinen Namen und keine Kontonummer.',
  submit: '60 s einblenden',
  submitting: 'Wird gespeichert …',
  recentSignIn: 'Erneute Anmeldung erforderlich.',
  confirmIdentity:
    'Bestätigen Sie Ihre Identität, um diesen Wert einzublenden. Ihre Sitzung, diese Seite, der Grund und das Ticket bleiben erhalten. Noch wurde nichts eingeblendet.',
  notRevealed: 'Wert nicht eingeblendet',
  masked: '{field}: maskiert',
  mask: '{field} maskieren',
  maskHint: '{field} maskieren (Esc)',
  notProvided: 'vom Zahlungsdienst nicht übermittelt',
  secondsLeft: plural('count', {
    one: 'In {count} Sekunde maskiert',
    other: 'In {count} Sekunden maskiert',
  }),
  seconds: '{count} s',
  revealsLeft: plural('count', {
    one: 'Noch {count} Einblendung in dieser Stunde',
    other: 'Noch {count} Einblendungen in dieser Stunde',
  }),
  groups: {
    person: 'Name und Geburtsdatum',
    residence: 'Wohnadresse',
    billing: 'Rechnungsadresse',
  },
  groupHint: plural('count', {
    one: '{field} einblenden: {count} Wert, ein Grund und ein Ticket',
    other: '{field} einblenden: {count} Werte, ein Grund und ein Ticket',
  }),
  groupCounts: plural('count', {
    one: 'Zählt als {count} Einblendung dieser Stunde, jedes Feld einzeln protokolliert.',
    other: 'Zählt als {count} Einblendungen dieser Stunde, jedes Feld einzeln protokolliert.',
  }),
  tooFewLeft: plural('count', {
    one: 'Nichts eingeblendet: nur noch {count} Einblendung in dieser Stunde',
    other: 'Nichts eingeblendet: nur noch {count} Einblendungen in dieser Stunde',
  }),
  alerts: 'Ungewöhnliche Zugriffe',
  alert: '{name} hat {values} von {customers} eingeblendet: {reason}, {time}',
  ownAlert: 'Sie haben {values} von {customers} eingeblendet: {reason}, {time}',
  values: plural('count', { one: '{count} maskierten Wert', other: '{count} maskierte Werte' }),
  customers: plural('count', { one: '{count} Kunden', other: '{count} Kunden' }),
  alertReasons: {
    pace: 'viele innerhalb von zehn Minuten',
    customers: 'viele Kunden innerhalb einer Stunde',
  },
  accessAlerts: {
    documents: {
      other: '{name} hat innerhalb einer Stunde {count} Nachweise geöffnet, {time}',
      own: 'Sie haben innerhalb einer Stunde {count} Nachweise geöffnet, {time}',
    },
    records: {
      other: '{name} hat innerhalb einer Stunde {count} Identitätsdatensätze geöffnet, {time}',
      own: 'Sie haben innerhalb einer Stunde {count} Identitätsdatensätze geöffnet, {time}',
    },
    exports: {
      other: '{name} hat innerhalb einer Stunde {count} Exporte erstellt, {time}',
      own: 'Sie haben innerhalb einer Stunde {count} Exporte erstellt, {time}',
    },
  },
  foreignSecret: 'Eine Benachrichtigung enthielt ein Secret, das zu einer anderen Transaktion gehört, {time}',
  otherReviews: 'Das prüft eine andere Person.',
  markReviewed: 'Als geprüft markieren',
  reviewed: 'Als geprüft markiert',
  reviewedBefore: 'Jemand anderes hat es zuerst geprüft',
  notReviewed: 'Nicht als geprüft markiert',
}
