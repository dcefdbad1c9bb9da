import type { MessagesOf } from '../../core/message.ts'
import type { englishPageNames } from '../en/page-names.ts'

/** In the accusative, after "Zugriff auf". */
export const germanPageNames: MessagesOf<typeof englishPageNames> = {
  health: 'den Systemstatus',
  apiKeys: 'API-Schlüssel',
  undocumentedValues: 'undokumentierte Werte',
  sessions: 'Sitzungen',
  imports: 'Importe',
  reviewQueue: 'die Prüfliste',
  decisions: 'Entscheidungen',
  reviewFigures: 'die Kennzahlen der Prüfung',
  reconciliation: 'die Abstimmung',
  dailyReport: 'den Tagesbericht',
  inbox: 'den Posteingang',
  questions: 'Rückfragen',
  subjectAccess: 'Auskunftsexporte',
  breakGlass: 'den Notfallzugriff',
  downloads: 'Nachweis-Downloads',
  exportRequests: 'Exportanfragen',
  documents: 'Nachweise einer Identität',
  identities: 'Identitätsdatensätze',
  fieldPermissions: 'Feldberechtigungen',
  activity: 'die Aktivität anderer',
  auditLog: 'das Audit-Protokoll',
  customers: 'Kunden',
  transactions: 'Transaktionen',
  transactionList: 'die Liste der Transaktionen',
  paymentRequests: 'Zahlungsanforderungen',
  newPayment: 'neue Zahlungen',
  notifications: 'die Liste der Benachrichtigungen',
}
