import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishSubjectAccess } from '../en/subject-access.ts'

export const germanSubjectAccess: MessagesOf<typeof englishSubjectAccess> = {
  title: 'Auskunftsexporte',
  about:
    'Alles, was wir über einen Kunden speichern, für diesen Kunden. Jeden Export gibt eine zweite Person frei.',
  begin:
    'Keine Anfragen in den letzten 30 Tagen. Fragt ein Kunde nach seinen Daten, öffnen Sie den Kunden und wählen Sie Auskunftsexport.',
  export: 'Auskunftsexport',
  intro:
    'Enthält alle Daten, die wir zu diesem Kunden speichern, sowie Angaben dazu, wann und warum Mitarbeitende sie gesehen haben. Namen von Mitarbeitenden, Zugangsdaten und Prüfergebnisse sind nicht enthalten. Eine zweite Person gibt den Export frei; danach können Sie beide ihn je einmal herunterladen.',
  ticket: 'Ticket der Kundenanfrage',
  ticketHelp:
    'Zum Beispiel CASE-4711: Buchstaben, Ziffern und - _ / . #. Das Audit-Protokoll zeigt die Nummer.',
  request: 'Export anfordern',
  sending: 'Wird gesendet …',
  results: {
    asked: 'Export angefordert. Eine zweite Person muss ihn innerhalb von 24 Stunden freigeben.',
    open_already: 'Nicht angefordert: Zu diesem Kunden ist schon eine Anfrage offen.',
  },
  openRequests: 'Anfragen öffnen',
  notRequested: 'Export nicht angefordert',
  unknownOutcome:
    'Ob die Anfrage gespeichert wurde, ist nicht bekannt. Prüfen Sie die Seite Auskunftsexporte',
  view: 'Exporte anzeigen',
  approvalHelp:
    'Prüfen Sie, ob die Anfrage im Ticket vom Kunden selbst stammt. Nach der Freigabe können Sie beide den Export je einmal herunterladen.',
  ready: 'Zum Herunterladen bereit',
  noneReady: 'Keine Exporte zum Herunterladen',
  recent: 'Letzte 30 Tage',
  noneRecent: 'Keine Anfragen. Einen Export können Sie auf der Seite eines Kunden anfordern.',
  download: 'Export herunterladen',
  downloading: 'Wird heruntergeladen …',
  downloadHelp: 'Sie können ihn einmal herunterladen. Er enthält unmaskierte personenbezogene Daten.',
  downloaded: 'Export heruntergeladen',
  notDownloaded: 'Download fehlgeschlagen. Falls er schon begonnen hatte, fordern Sie den Export erneut an',
  statuses: {
    waiting: 'Wartet auf Freigabe',
    confirmed: 'Freigegeben',
    refused: 'Abgelehnt',
    expired: 'Ohne Antwort abgelaufen',
    over: 'Nicht mehr verfügbar',
  },
  customer: 'Kunde',
  ticketNumber: 'Ticket {number}',
  requested: '{name} hat den Export angefordert {time}',
  ownRequested: 'Sie haben den Export angefordert {time}',
  downloadedBy: 'Heruntergeladen von {name}, {time}',
  waiting: plural('count', {
    one: '{count} Export wartet auf Ihre Freigabe',
    other: '{count} Exporte warten auf Ihre Freigabe',
  }),
  review: 'Prüfen',
}
