import type { MessagesOf } from '../../core/message.ts'
import type { englishSubjectExport } from '../en/subject-export.ts'

export const germanSubjectExport: MessagesOf<typeof englishSubjectExport> = {
  actions: {
    'search.made': 'Nach Ihnen anhand einer ID gesucht',
    'customer.viewed': 'Ihre Zahlungen angesehen',
    'customer.transactions.viewed': 'Die Liste Ihrer Zahlungen angesehen',
    'customer.identity.viewed': 'Eine Übersicht Ihres Identitätsdatensatzes angesehen, maskiert',
    'customer.timeline.viewed': 'Angesehen, was mit Ihren Zahlungen geschah',
    'transaction.viewed': 'Eine Zahlung angesehen',
    'transaction.record.viewed': 'Den technischen Datensatz einer Zahlung angesehen, maskiert',
    'transaction.notifications.viewed': 'Nachrichten zu einer Zahlung angesehen',
    'transaction.history.viewed': 'Den Verlauf einer Zahlung angesehen',
    'transaction.received.viewed': 'Nachrichten zu einer Zahlung angesehen',
    'identity.viewed': 'Ihren Identitätsdatensatz angesehen, maskiert',
    'identity.record.viewed': 'Ihren technischen Identitätsdatensatz angesehen, maskiert',
    'field.revealed': 'Einen sonst maskierten Wert vollständig angesehen',
    'caller.checked': 'Die Angabe eines Anrufers mit Ihren Daten verglichen, ohne die Daten zu sehen',
    'document.viewed': 'Einen Nachweis angesehen',
    'decision.made': 'Über eine Zahlung entschieden',
    'decision.answered': 'Die Entscheidung einer anderen Person geprüft',
    'payment_request.sent': 'Beim Zahlungsdienst eine Zahlung von Ihnen angefordert',
    'payment_link.shown': 'Ihren Zahlungslink angesehen, um ihn Ihnen zu geben',
    'subject_access.requested': 'Diesen Export beantragt',
    'subject_access.decided': 'Den Antrag auf diesen Export geprüft',
    'subject_access.downloaded': 'Diesen Export heruntergeladen, um ihn Ihnen zu geben',
  },
  actionGroups: {
    'review.': 'Die Prüfung einer Zahlung bearbeitet',
    'case.': 'Die Prüfung einer Zahlung bearbeitet',
    'decision.': 'Eine Entscheidung über eine Zahlung bearbeitet',
    'question.': 'Dazu eine andere Person gefragt oder ihr geantwortet',
    'discrepancy.': 'Erklärt, warum zwei Datensätze voneinander abweichen',
    'reconciliation.': 'Erklärt, warum zwei Datensätze voneinander abweichen',
    'document.': 'Einen Nachweis bearbeitet',
    'payment_request.': 'Eine angeforderte Zahlung bearbeitet',
    'access.refused': 'Zugriff wurde abgelehnt',
  },
  otherAction: 'Angesehen oder bearbeitet',
  hiddenPurpose: 'Eine gesetzlich vorgeschriebene Prüfung',
  employee: 'Person {number}',
  system: 'Unser System',
  payment: 'Zahlung {id}',
  you: 'Sie',
  results: { allowed: 'ausgeführt', refused: 'abgelehnt', failed: 'fehlgeschlagen' },
  intro: {
    content:
      'Dieses Dokument enthält die Daten, die wir in unserem Zahlungssystem über Sie gespeichert haben, sowie Angaben dazu, wer sie wann und warum angesehen hat.',
    employees:
      'Mitarbeitende sind in der Reihenfolge nummeriert, in der sie hier vorkommen. Die Nummern gelten nur in diesem Dokument.',
    units: 'Zeiten sind in UTC angegeben, Beträge in der kleinsten Einheit der Währung.',
  },
  omissions: {
    identity:
      'Ihr Identitätsdatensatz und Ihre Nachweise: Wir haben keine Kopie. Beides liegt beim Zahlungsdienst.',
    comments:
      'Interne Kommentare unserer Mitarbeitenden: Solche Kommentare können andere Personen betreffen. Angegeben ist nur ihre Anzahl.',
    checks:
      'Ergebnisse von Prüfungen, die wir von Gesetzes wegen nicht nennen dürfen, und ob es solche gibt.',
    secrets: 'Passwörter, Schlüssel und Codes unserer Systeme.',
  },
}
