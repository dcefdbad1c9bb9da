import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishHealthLastDay } from '../en/health-last-day.ts'

export const germanHealthLastDay: MessagesOf<typeof englishHealthLastDay> = {
  title: 'Letzte 24 Stunden',
  explanation:
    'Nach Viertelstunden; die letzte ist noch nicht vorbei. Aufrufe sind die dieser Instanz von Paydesk, gezählt seit {time}.',
  ofInstance: 'Aufrufe dieser Instanz seit {time}',
  notLoaded: 'Die Zahlen der letzten 24 Stunden konnten nicht geladen werden',
  health: 'Systemstatus',
  quarter: 'Viertelstunde ab',
  values: 'Werte einer Viertelstunde',
  operations: {
    state: 'Status einer Transaktion',
    list: 'Transaktionen eines Kunden',
    notifications: 'Benachrichtigungen einer Transaktion',
    identity: 'Identität',
    document: 'Datei eines Nachweises',
  },
  totals: {
    table: 'Aufrufe beim Zahlungsdienst in den letzten 24 Stunden, {environment}',
    operation: 'Abruf',
    calls: 'Aufrufe',
    failed: 'Fehler',
    median: 'Median',
    p95: '95 % innerhalb',
  },
  latency: {
    title: 'Antwortzeit des Zahlungsdienstes',
    unit: '95 % der beantworteten Aufrufe innerhalb',
    chart:
      'Antwortzeit des Zahlungsdienstes in 24 Stunden; höchstens {longest} für 95 % der Aufrufe einer Viertelstunde',
    table: 'Antwortzeit des Zahlungsdienstes nach Abruf',
    none: 'Kein beantworteter Aufruf seit {time}.',
  },
  failures: {
    title: 'Fehlgeschlagene Aufrufe beim Zahlungsdienst',
    unit: 'fehlgeschlagene Aufrufe in 15 Minuten',
    chart: plural('count', {
      one: '{count} Aufruf beim Zahlungsdienst in 24 Stunden fehlgeschlagen',
      other: '{count} Aufrufe beim Zahlungsdienst in 24 Stunden fehlgeschlagen',
    }),
    table: 'Fehlgeschlagene Aufrufe beim Zahlungsdienst nach Abruf',
    none: plural('count', {
      one: '{count} Aufruf, nicht fehlgeschlagen.',
      other: '{count} Aufrufe, keiner fehlgeschlagen.',
    }),
    noCall: 'Kein Aufruf seit {time}.',
  },
  notifications: {
    title: 'Empfangene Benachrichtigungen',
    unit: 'in 15 Minuten, ohne Wiederholungen',
    chart: plural('count', {
      one: '{count} Benachrichtigung in 24 Stunden empfangen',
      other: '{count} Benachrichtigungen in 24 Stunden empfangen',
    }),
    table: 'Empfangene Benachrichtigungen',
    received: 'Empfangen',
    none: 'Keine Benachrichtigung in diesen 24 Stunden.',
  },
  syncLag: {
    title: 'Rückstand des Abgleichs',
    unit: 'längste Zeit seit Beginn des neuesten beendeten Abgleichs',
    chart: 'Rückstand des Abgleichs in 24 Stunden; höchstens {longest}',
    table: 'Rückstand des Abgleichs',
    lag: 'Rückstand',
    none: 'Noch kein Abgleich ist beendet.',
  },
  milliseconds: '{ms} ms',
  minutes: '{minutes} Min.',
}
