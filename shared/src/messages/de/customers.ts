import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishCustomers } from '../en/customers.ts'

export const germanCustomers: MessagesOf<typeof englishCustomers> = {
  customer: 'Kunde',
  notLoaded: 'Kunde nicht geladen',
  recent: 'Zuletzt geöffnete Kunden',
  rid: 'Kunden-ID',
  ridAtMerchant: 'Kunden-ID (RID) beim Händler {merchant}',
  ridForms: {
    email: {
      label: 'in Form einer E-Mail-Adresse',
      note: 'Die Kunden-ID ist eine E-Mail-Adresse. Deshalb ist sie maskiert und steht nie in einer URL oder einem Protokoll.',
    },
    iban: {
      label: 'in Form einer IBAN',
      note: 'Die Kunden-ID ist eine IBAN. Deshalb ist sie maskiert und steht nie in einer URL oder einem Protokoll.',
    },
  },
  views: { label: 'Ansichten des Kunden', overview: 'Übersicht', timeline: 'Verlauf' },
  newPayment: 'Neue Zahlung',
  paymentRequests: 'Zahlungsanforderungen',
  transaction: 'Transaktion',
  transactions: 'Transaktionen',
  transactionsOfCustomer: 'Transaktionen des Kunden',
  openWork: {
    title: 'Offene Arbeit',
    inReview: plural('count', {
      one: '{count} Transaktion in Prüfung',
      other: '{count} Transaktionen in Prüfung',
    }),
    discrepancies: plural('count', {
      one: '{count} offene Abweichung',
      other: '{count} offene Abweichungen',
    }),
    paymentRequests: plural('count', {
      one: '{count} unbezahlte Zahlungsanforderung',
      other: '{count} unbezahlte Zahlungsanforderungen',
    }),
    questions: plural('count', { one: '{count} offene Rückfrage', other: '{count} offene Rückfragen' }),
  },
  open: {
    position: 'Offene Transaktion {position} von {count}',
    count: plural('count', { one: '{count} offene Transaktion', other: '{count} offene Transaktionen' }),
    none: 'Keine Transaktionen.',
    allFinal: 'Keine offenen Transaktionen: Alle sind endgültig.',
    readableNone: plural('count', {
      one: '{count} lesbare Transaktion, keine offen.',
      other: '{count} lesbare Transaktionen, keine offen.',
    }),
    previous: 'Vorherige',
    next: 'Nächste',
    openOne: 'offene Transaktion',
    previousOpen: 'Vorherige offene Transaktion',
    nextOpen: 'Nächste offene Transaktion',
    all: plural('count', { one: '{count} Transaktion', other: 'Alle {count} Transaktionen' }),
  },
  history: {
    columns: {
      state: 'Status',
      reason: 'Grund',
      amount: 'Betrag',
      amountRange: 'Betrag (kl. Einheit)',
      firstSeen: 'Erstmals',
      changed: 'Geändert',
      expires: 'Läuft ab',
      merchantId: 'ID beim Händler',
      workflow: 'Workflow',
      compound: 'Rohstatus',
      id: 'ID',
    },
    compoundOption: 'Rohstatus (transaction_state)',
    inReview: 'In Prüfung',
    pending: 'In Bearbeitung oder in Prüfung',
    filterById: 'Nach Transaktions-ID filtern',
    clearFilter: 'Filter zurücksetzen',
    notProvided: 'nicht übermittelt',
    none: 'Der Zahlungsdienst führt keine Transaktionen zu dieser Kunden-ID auf.',
    noneUsable: plural('count', {
      one: '{count} Transaktion, ohne verwendbare ID.',
      other: '{count} Transaktionen, keine mit verwendbarer ID.',
    }),
    noMatch: plural('count', {
      one: '{count} Transaktion, passt nicht zum Filter.',
      other: '{count} Transaktionen, keine passt zum Filter.',
    }),
    total: plural('count', { one: '{count} Transaktion.', other: '{count} Transaktionen.' }),
    part: plural('count', {
      one: '{shown} von {count} Transaktion.',
      other: '{shown} von {count} Transaktionen.',
    }),
    unreadable: plural('count', {
      one: '{count} weitere hat keine verwendbare ID.',
      other: '{count} weitere haben keine verwendbare ID.',
    }),
    serviceOrder: 'In der Reihenfolge des Zahlungsdienstes.',
    ownAmounts: 'Die Beträge stammen aus unseren eigenen Daten.',
  },
}
