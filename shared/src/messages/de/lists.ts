import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishLists } from '../en/lists.ts'

export const germanLists: MessagesOf<typeof englishLists> = {
  pages: {
    moreThan: 'mehr als {rows}',
    shown: '{count} auf dieser Seite',
    first: 'Erste',
    previous: 'Zurück',
    next: 'Weiter',
    previousPage: 'Vorherige Seite',
    nextPage: 'Nächste Seite',
  },
  rows: {
    previous: 'Vorherige Zeile',
    next: 'Nächste Zeile',
    changed: plural('count', { one: '{count} Zeile geändert', other: '{count} Zeilen geändert' }),
  },
  filter: { title: 'Filter', active: 'Filter (aktiv)', clear: 'Filter löschen' },
  menu: { none: 'Keine Werte', chosen: '{count} von {all}' },
  export: {
    label: 'Export',
    button: 'Als CSV exportieren',
    rows: plural('count', { one: '{count} Zeile', other: '{count} Zeilen' }),
    progress: '{rows} von {all} Zeilen',
    cancel: 'Abbrechen',
    done: plural('count', { one: '{count} Zeile exportiert', other: '{count} Zeilen exportiert' }),
    masked: ', für Ihre Rolle maskiert',
    recorded: 'Der Export steht im Audit-Protokoll.',
  },
  chart: { table: 'Als Tabelle anzeigen', share: 'Anteil', day: 'Werte eines Tages' },
  purposes: {
    customer_call: 'Kunde hat angerufen oder geschrieben',
    identity_check: 'Identitätsprüfung',
    payment_investigation: 'Klärung einer Zahlung',
    fraud_suspicion: 'Verdacht auf Betrug oder Geldwäsche',
    authority_request: 'Anfrage einer Behörde oder eines Gerichts',
    subject_request: 'Auskunftsersuchen des Kunden',
    incident: 'Dringender Vorfall',
    link_handover: 'Zahlungslink an den Kunden gegeben',
  },
  chooseReason: 'Grund wählen',
  missing: {
    reason: 'Wählen Sie einen Grund.',
    ticket: 'Geben Sie ein Ticket an.',
    comment: 'Schreiben Sie einen Kommentar.',
    option: 'Wählen Sie eine der Möglichkeiten.',
    id: 'Geben Sie eine vollständige ID ein.',
  },
  ticket: {
    label: 'Ticket- oder Vorgangsnummer',
    form: 'Buchstaben, Ziffern und - _ / . # mit mindestens einer Ziffer, zum Beispiel CASE-5512.',
    personalData: 'Das sieht aus wie {kinds}: nicht zulässig.',
  },
  personalData: {
    kinds: {
      iban: 'eine IBAN',
      email: 'eine E-Mail-Adresse',
      card: 'eine Kartennummer',
      document: 'eine Ausweisnummer',
    },
    leaveOut: 'Das sieht aus wie {kinds}: Lassen Sie es weg.',
  },
  signInAgain: 'Zum Fortfahren erneut anmelden',
  approval: {
    form: 'Antwort an {name}',
    comment: 'Kommentar (zum Ablehnen erforderlich)',
    approve: 'Freigeben',
    reject: 'Ablehnen',
    recorded: 'Antwort gespeichert',
    tooLate: 'Nicht gespeichert: schon beantwortet oder abgelaufen.',
    failed: 'Antwort nicht gespeichert',
    unknown:
      'Die Antwort ist vielleicht gespeichert: Aktualisieren Sie die Anfragen, bevor Sie erneut antworten',
  },
}
