import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishExportRequests } from '../en/export-requests.ts'

export const germanExportRequests: MessagesOf<typeof englishExportRequests> = {
  lists: {
    transactions: 'Transaktionen',
    reconciliation: 'Abweichungen eines Tages',
    audit_log: 'Audit-Protokoll',
    audit_entries: 'Audit-Einträge',
    decisions: 'Entscheidungen',
    notifications: 'Benachrichtigungen',
    payment_requests: 'Zahlungsanforderungen',
    cases: 'Prüfliste',
    questions: 'Rückfragen',
    customer_transactions: 'Transaktionen eines Kunden',
  },
  rows: plural('count', { one: '{count} Zeile', other: '{count} Zeilen' }),
  statuses: {
    waiting: 'Wartet auf Freigabe',
    confirmed: 'Freigegeben: kann heruntergeladen werden',
    refused: 'Abgelehnt',
    withdrawn: 'Zurückgezogen',
    expired: 'Freigabe abgelaufen',
    over: 'Freigegeben, Zeit zum Herunterladen vorbei',
  },
  needed: {
    title: 'Dieser Export braucht eine Freigabe',
    explain:
      'Er hat {rows}. Über {limit} muss ihn jemand anderes freigeben; danach können Sie ihn eine Stunde lang mit diesem Filter herunterladen. Oder engen Sie den Filter ein.',
    request: 'Freigabe anfordern',
    own: 'Ihre letzte Anfrage zu dieser Liste, {rows}: {status}.',
    view: 'Anfragen ansehen',
  },
  request: {
    title: 'Export anfordern',
    label: 'Exportanfrage',
    purpose: 'Wozu wird eine Kopie außerhalb von Paydesk gebraucht?',
    comment: 'Kommentar für die Freigabe',
    minimum: 'Mindestens {min} Zeichen',
    stored: 'Wird mit Ihrem Namen gespeichert.',
    send: 'Export anfordern',
    sending: 'Wird angefordert …',
    failed: 'Export nicht angefordert',
    unknown: 'Keine Antwort. Prüfen Sie die Anfragen, bevor Sie erneut senden',
    results: {
      asked: 'Export angefordert. Jemand anderes muss ihn zuerst freigeben.',
      open_already: 'Nichts gesendet: Ihre Anfrage zu diesen Zeilen ist noch offen.',
    },
  },
  page: {
    title: 'Exportanfragen',
    noneOwn: 'Sie haben keinen Export angefordert. Kleine Exporte brauchen keine Anfrage.',
    about: 'Exporte mit vielen Zeilen einer Liste. Jeden gibt vor dem Download eine zweite Person frei.',
    begin:
      'Keine Exportanfragen. Kleine Exporte laden Sie sofort herunter. Ein großer braucht eine Freigabe: Paydesk bietet sie an, wenn Sie auf einer Liste Exportieren wählen.',
    openTransactions: 'Transaktionen öffnen',
    others: 'Von anderen',
    filter: 'Filter',
    noFilter: 'Alle Zeilen',
    merchants: 'Händler',
    day: 'Tag',
    from: 'Von',
    to: 'Bis',
    requested: 'Export angefordert von {name}, {time}',
    ownRequested: 'Export von Ihnen angefordert, {time}',
    answerHelp:
      'Ihre Antwort wird mit Ihrem Namen gespeichert. Wer die Anfrage gestellt hat, liest Ihren Kommentar.',
    withdraw: 'Zurückziehen',
    withdrawn: 'Anfrage zurückgezogen',
    notWithdrawn: 'Anfrage nicht zurückgezogen',
    download: 'Herunterladen',
    downloads: plural('count', { one: '{count} Mal heruntergeladen', other: '{count} Mal heruntergeladen' }),
    notDownloaded: 'Export nicht heruntergeladen',
    masked: 'Die Datei ist für die Rolle maskiert, in der Sie sie herunterladen.',
  },
  home: {
    waiting: plural('count', {
      one: '{count} Export wartet auf Ihre Freigabe',
      other: '{count} Exporte warten auf Ihre Freigabe',
    }),
    review: 'Ansehen',
  },
}
