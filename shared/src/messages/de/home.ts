import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishHome } from '../en/home.ts'

export const germanHome: MessagesOf<typeof englishHome> = {
  title: 'Kennzahlen',
  notLoaded: 'Kennzahlen nicht geladen',
  moreThan: 'mehr als {count}',
  line: '{days} Tage: {least} bis {most}',
  figures: {
    casesWaiting: { title: 'Wartende Vorgänge', means: 'In Prüfung und nicht zurückgestellt' },
    casesOverdue: { title: 'Überfällige Vorgänge', means: 'Länger in Prüfung als das SLA erlaubt' },
    casesMine: { title: 'Meine Vorgänge', means: 'Von mir übernommen' },
    approvals: { title: 'Warten auf meine Freigabe', means: 'Entscheidungen von Kolleginnen und Kollegen' },
    questionsToAnswer: { title: 'Rückfragen an mich', means: 'An meine Rolle gestellt, unbeantwortet' },
    questionsOpen: { title: 'Meine offenen Rückfragen', means: 'Noch nicht beantwortet' },
    downloads: { title: 'Download-Anfragen', means: 'Nachweise, die jemand herunterladen möchte' },
    discrepancies: { title: 'Abweichungen', means: 'Widersprüchliche Daten, nicht erklärt' },
    unconfirmed: {
      title: 'Unbestätigte Erfolge',
      means: 'Bezahlt, noch nicht bestätigt: nicht liefern',
    },
    paymentRequests: { title: 'Zahlungsanforderungen', means: 'Warten auf den Kunden oder unbekannt' },
  },
  sessions: {
    title: 'Sitzungen',
    people: 'Sitzungen: {sessions}, Personen: {count}',
    inUse: '{count} in Benutzung',
    means: plural('count', {
      one: '{count} Person, {inUse} in Benutzung',
      other: '{count} Personen, {inUse} in Benutzung',
    }),
  },
  apiKeys: {
    title: 'Ablaufende API-Schlüssel',
    means: 'Von {count} aktiven, innerhalb von {days} Tagen',
    none: 'Kein aktiver Schlüssel: den ersten erstellen',
    soon: plural('count', {
      one: '{count} API-Schlüssel läuft innerhalb von {days} Tagen ab',
      other: '{count} API-Schlüssel laufen innerhalb von {days} Tagen ab',
    }),
    replace: 'Ersetzen',
  },
  administration: 'Betrieb von Paydesk',
  imports: {
    title: 'Importe',
    none: 'Noch nichts importiert',
    statuses: { running: 'Läuft, gestartet', done: 'Fertig, gestartet', stopped: 'Abgebrochen, gestartet' },
    progress: '{done} von {lines} Zeilen',
    result: '{lines} Zeilen, {added} hinzugefügt, {refused} abgelehnt',
  },
  mentions: plural('count', {
    one: '{count} Vorgang hat eine Notiz für Sie',
    other: '{count} Vorgänge haben eine Notiz für Sie',
  }),
  openMentions: 'Öffnen',
  newAnswers: plural('count', {
    one: '{count} neue Antwort auf Ihre Rückfragen',
    other: '{count} neue Antworten auf Ihre Rückfragen',
  }),
  openAnswers: 'Öffnen',
  atAGlance: 'Auf einen Blick',
  noAmount: 'Betrag nicht übermittelt',
  requests: {
    title: 'Wartende Zahlungsanforderungen',
    none: 'Keine Zahlungsanforderung wartet auf einen Kunden.',
    all: 'Alle offenen Anforderungen',
    open: 'Öffnen',
    notLoaded: 'Zahlungsanforderungen nicht geladen',
    noExpiry: 'ohne Ablauf',
    unknown: 'Ergebnis unbekannt',
  },
  oldest: {
    title: 'Älteste Vorgänge',
    none: 'Es warten keine Vorgänge.',
    all: 'Alle Vorgänge',
    claim: 'Übernehmen',
    open: 'Öffnen',
    notLoaded: 'Vorgänge nicht geladen',
    notClaimed: 'Vorgang nicht übernommen',
    gone: 'Dieser Vorgang ist nicht mehr in Prüfung.',
    held: 'Übernommen von {name} bis {time}.',
    overdue: 'überfällig',
  },
}
