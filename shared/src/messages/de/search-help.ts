import type { MessagesOf } from '../../core/message.ts'
import type { englishSearchHelp } from '../en/search-help.ts'

export const germanSearchHelp: MessagesOf<typeof englishSearchHelp> = {
  accepted: {
    rid: {
      what: 'Kunden-ID (RID)',
      means: 'ID eines Kunden beim Händler; kann eine E-Mail-Adresse oder eine IBAN sein',
    },
    transaction: { what: 'Transaktions-ID', means: 'Vom Zahlungsdienst' },
    merchant: {
      what: 'Transaktions-ID beim Händler',
      means: 'Oder die Referenz einer Transaktion in unseren Daten',
    },
    identity: {
      what: 'Identitäts-ID',
      means: 'Öffnet die Identität, oder den Kunden, wenn Ihre Rolle keinen Zugriff hat',
    },
    pasted: { what: 'Eingefügter Text', means: 'Wir finden die ID in einer Protokollzeile oder URL' },
  },
  privacy:
    'Vorschläge zu IDs erscheinen während der Eingabe. Anderer Text wird erst mit der Eingabetaste gesendet. Gesuchter Text steht nie in URLs oder Protokollen. Eine gefundene Kunden-ID wird verschlüsselt gespeichert. Jede Suche wird protokolliert.',
}
