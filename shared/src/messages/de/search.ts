import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishSearch } from '../en/search.ts'

export const germanSearch: MessagesOf<typeof englishSearch> = {
  title: 'Suchen',
  deepLink: { windowTitle: 'Öffnen', title: 'Aus einem Link öffnen' },
  boxLabel: 'Kunde, Transaktion oder Identität suchen',
  placeholder: 'Beliebige ID oder Protokollzeile einfügen',
  searching: 'Sucht …',
  failed: 'Suche fehlgeschlagen',
  tryAgain: 'Erneut versuchen',
  referenceNoun: 'Referenz',
  tooLong: 'Der Text hat mehr als {max} Zeichen. Fügen Sie nur die Zeile mit der ID ein.',
  cardNumber:
    'Das sieht nach einer Kartennummer aus und wurde deshalb nicht gesendet. Kartennummern lassen sich nicht suchen und gehören nicht in Paydesk. Verwenden Sie die Kunden-ID oder die Transaktions-ID.',
  paletteLabel: 'ID, Seite oder Aktion suchen',
  palettePlaceholder: 'ID, Seite oder Aktion',
  commands: 'Vorschläge',
  suggestions: 'Vorgeschlagene IDs',
  attempts: {
    rid: 'Kunden-ID (RID)',
    transaction: 'Transaktions-ID',
    merchant_transaction_id: 'Transaktions-ID beim Händler',
    reference: 'Referenz',
    identity: 'Identitäts-ID',
    text: 'Text',
  },
  matches: plural('count', { one: '{count} Treffer', other: '{count} Treffer' }),
  hits: {
    customer: 'Kunde von {merchant}',
    customerInText: 'Kunde von {merchant} · Kunden-ID {nth} im Text',
    transaction: 'Transaktion {id}',
    identity: 'Identität',
  },
  help: 'Was Sie suchen können',
}
