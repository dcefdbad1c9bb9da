import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishSearchMisses } from '../en/search-misses.ts'

export const germanSearchMisses: MessagesOf<typeof englishSearchMisses> = {
  outcomes: {
    found: 'gefunden',
    not_found: 'nicht gefunden',
    unavailable: 'keine Antwort',
    not_this_form: 'anderes Format',
    not_allowed: 'kein Zugriff',
    not_asked: 'Zahlungsdienst nicht angefragt',
  },
  misses: {
    found: 'Keine Treffer',
    unavailable: 'Einige Quellen haben nicht geantwortet – die ID kann es geben',
    unreadable: 'Keine ID in diesem Text gefunden',
    not_asked: 'Nicht in unseren Daten. Der Zahlungsdienst wurde zu Teilen dieses Textes nicht angefragt.',
  },
  findings: {
    card_number:
      'Sieht nach einer Kartennummer aus, deshalb wurde nichts gesucht. Kartennummern gehören nicht hierher.',
    no_id: 'Keine ID in diesem Text gefunden, deshalb wurde nichts gesucht.',
    customer_page: 'URL einer Kundenseite',
    identity_page: 'URL einer Identitätsseite',
    rid_recorded: 'In unseren Daten, bei {merchant}',
    rid_recorded_nth: 'ID {count} im Text, in unseren Daten bei {merchant}',
    rid_listed: 'Hat Transaktionen bei {merchant}',
    rid_unknown: 'Kein Kunde mit dieser ID bei {merchant}',
    rid_unavailable: 'Nicht gesucht bei {merchant}: {problem}',
    transaction_recorded: 'In unseren Daten',
    transaction_found: 'Beim Zahlungsdienst gefunden',
    transaction_unknown: 'Keine Transaktion mit dieser ID',
    transaction_unavailable: 'Nicht gesucht: {problem}',
    merchant_transaction_id_recorded: 'In unseren Daten',
    merchant_transaction_id_unknown: 'Nicht in unseren Daten ({coverage})',
    reference_recorded: 'In unseren Daten',
    reference_unknown: 'Nicht in unseren Daten',
    identity_found: 'Beim Zahlungsdienst gefunden',
    identity_unknown: 'Kein Kunde mit dieser Identitäts-ID',
    identity_not_allowed: 'Ihre Rolle hat keinen Zugriff auf Identitäten und öffnet den Kunden',
    identity_unavailable: 'Nicht gesucht: {problem}',
    owner_unavailable: 'Keine Antwort des Zahlungsdienstes, zu welchem Kunden die Identität gehört',
    no_part_recorded:
      'Kein Teil dieses Textes ist eine Kunden-ID in unseren Daten. Suchen Sie die ID allein, um beim Zahlungsdienst anzufragen.',
    no_other_part_recorded:
      'Kein anderer Teil dieses Textes ist eine Kunden-ID in unseren Daten. Suchen Sie die ID allein, um beim Zahlungsdienst anzufragen.',
    no_likely_part_recorded:
      'Keiner der {count} wahrscheinlichsten Teile dieses Textes ist eine Kunden-ID in unseren Daten. Suchen Sie die ID allein, um beim Zahlungsdienst anzufragen.',
  },
  coverage: plural('count', {
    none: 'noch keine Transaktionen',
    one: '{count} Transaktion seit {day}',
    other: '{count} Transaktionen seit {day}',
  }),
  coverageOverMax: 'mehr als {count} Transaktionen seit {day}',
}
