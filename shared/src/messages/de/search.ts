import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishSearch } from '../en/search.ts'

export const germanSearch: MessagesOf<typeof englishSearch> = {
  title: 'Suchen',
  deepLink: { windowTitle: 'Öffnen', title: 'Aus einem Link öffnen' },
  boxLabel: 'Kunde, Transaktion oder Identität suchen',
  placeholder: 'Kunden-ID, andere ID oder ganze Protokollzeile einfügen',
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
    merchant_transaction_id: 'Transaktions-ID des Händlers',
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
  needsAttention: 'Für Sie zu tun',
  accepted: {
    title: 'Was Sie suchen können',
    rid: {
      what: 'Kunden-ID (RID)',
      means: 'ID eines Kunden beim Händler; kann eine E-Mail-Adresse oder eine IBAN sein',
    },
    transaction: { what: 'Transaktions-ID', means: 'Vom Zahlungsdienst' },
    merchant: {
      what: 'Transaktions-ID des Händlers',
      means: 'Oder die Referenz einer Transaktion in unseren Daten',
    },
    identity: {
      what: 'Identitäts-ID',
      means: 'Öffnet die Identität, oder den Kunden, wenn Ihre Rolle keinen Zugriff hat',
    },
    pasted: { what: 'Eingefügter Text', means: 'Wir finden die ID in einer Protokollzeile oder URL' },
  },
  shortcuts: { title: 'Tastenkürzel', search: 'Von jeder Seite aus suchen' },
  here: {
    title: 'Umgebung und Rolle',
    production: 'Echte Kunden, echtes Geld',
    stage: 'Testumgebung – kein echtes Geld',
    timeZone: 'Zeitzone aller Zeiten; UTC beim Darüberfahren',
  },
  privacy:
    'Vorschläge zu IDs erscheinen während der Eingabe. Anderer Text wird erst mit der Eingabetaste gesendet. Gesuchter Text steht nie in URLs oder Protokollen. Eine gefundene Kunden-ID wird verschlüsselt gespeichert. Jede Suche wird protokolliert.',
}
