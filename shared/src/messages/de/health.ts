import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishHealth } from '../en/health.ts'

export const germanHealth: MessagesOf<typeof englishHealth> = {
  notLoaded: 'Der Systemstatus konnte nicht geladen werden',
  refresh: 'Erneut prüfen',
  refreshed: 'Alles erneut geprüft',
  checked: 'geprüft {time}',
  neverChecked: 'nie geprüft',
  none: 'Keine Prüfungen',
  statuses: { good: 'OK', attention: 'Auffällig', bad: 'Gestört', unknown: 'Unbekannt' },
  line: {
    good: 'Alle Systeme in Betrieb',
    attention: 'Zahlungsdienst eingeschränkt ({environments})',
    bad: 'Zahlungsdienst nicht erreichbar ({environments})',
  },
  warnings: plural('count', {
    one: 'Zahlungsdienst OK · {count} Prüfung auffällig',
    other: 'Zahlungsdienst OK · {count} Prüfungen auffällig',
  }),
  checkIn: '{check} ({environment})',
  attentionCount: plural('count', {
    one: '{count} Prüfung auffällig',
    other: '{count} Prüfungen auffällig',
  }),
  summaryOnly: 'Ihre Rolle sieht nur diese Zeile. Die Einzelheiten sieht nur die Administration.',
  paydesk: { title: 'Paydesk', checks: 'Prüfungen von Paydesk' },
  paymentService: 'Abrufe beim Zahlungsdienst',
  operationsIn: 'Abrufe beim Zahlungsdienst, {environment}',
  operations: {
    state: 'Status einer Transaktion',
    list: 'Transaktionen eines Kunden',
    notifications: 'Benachrichtigungen einer Transaktion',
    identity: 'Identität',
  },
  failing: '{share} der letzten Aufrufe fehlgeschlagen',
  shares: { low: 'weniger als 1 %', high: 'mehr als 99 %', percent: '{percent} %' },
  lastFailure: 'letzter Fehler {time}',
  noSuccess: 'noch kein Erfolg',
  lastSuccess: 'letzter Erfolg',
  services: 'Interne Dienste',
  servicesIn: 'Interne Dienste, {environment}',
  credentials: 'Zugangsdaten',
  credentialsIn: 'Zugangsdaten, {environment}',
}
