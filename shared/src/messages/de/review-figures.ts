import { type MessagesOf, plural } from '../../core/message.ts'
import type { englishReviewFigures } from '../en/review-figures.ts'

export const germanReviewFigures: MessagesOf<typeof englishReviewFigures> = {
  title: 'Kennzahlen der Prüfung',
  refresh: 'Kennzahlen aktualisieren',
  refreshed: 'Kennzahlen aktualisiert',
  failed: 'Kennzahlen nicht geladen',
  period: 'Zeitraum',
  days: plural('count', { one: '{count} Tag', other: '{count} Tage' }),
  lastDays: plural('count', { one: 'Der letzte {count} Tag', other: 'Die letzten {count} Tage' }),
  updated: 'Aktualisiert {time}',
  updatedForSteps: 'Aktualisiert {time}; Vorgänge zu Identität und Nachweisen',
  caseCount: 'Vorgänge',
  decisionCount: 'Entscheidungen',
  sla: {
    title: 'SLA',
    note: '{duration} vom Eingang in die Prüfung bis zur Entscheidung',
    none: 'Keine abgeschlossenen Vorgänge in diesem Zeitraum.',
    undecided: plural('count', {
      one: '{count} Vorgang hat in diesem Zeitraum die Prüfliste ohne Entscheidung verlassen.',
      other: '{count} Vorgänge haben in diesem Zeitraum die Prüfliste verlassen, alle ohne Entscheidung.',
    }),
    on_time: 'in Frist',
    ofDecided: 'von {count} entschiedenen',
    overdue: 'jetzt überfällig',
    chart: 'Abgänge',
    late: 'verspätet',
    undecidedCases: 'nicht entschieden',
  },
  ages: {
    title: 'Offene Vorgänge nach Alter',
    note: 'seit Eingang in die Prüfung',
    none: 'Keine offenen Vorgänge.',
    age: 'Alter',
  },
  delay: {
    title: 'Von der Entscheidung zum Ergebnis',
    note: 'bis das Ergebnis gesehen wurde',
    half: 'die Hälfte innerhalb von',
    most: '90 % innerhalb von',
    chart: 'Ergebnisse nach Zeit',
    time: 'Zeit',
  },
  noOutcome: {
    noDecisions: 'Keine Entscheidungen in diesem Zeitraum.',
    noneFinal: plural('count', {
      one: '{count} Entscheidung in diesem Zeitraum, noch nicht endgültig; offene Freigaben: {waiting}.',
      other: '{count} Entscheidungen in diesem Zeitraum, noch keine endgültig; offene Freigaben: {waiting}.',
    }),
    noneSeen: plural('count', {
      one: '{count} endgültige Entscheidung in diesem Zeitraum, noch kein Ergebnis gesehen.',
      other: '{count} endgültige Entscheidungen in diesem Zeitraum, noch kein Ergebnis gesehen.',
    }),
  },
  outcomes: {
    title: 'Ergebnisse',
    note: 'nach endgültigen Entscheidungen',
    notMatched: 'anders als entschieden',
    ofOutcomes: plural('count', { one: 'von {count} Ergebnis', other: 'von {count} Ergebnissen' }),
    open: 'noch kein Ergebnis',
    outcome: 'Ergebnis',
    caveat: 'Dass das Ergebnis der Entscheidung entspricht, beweist nicht, dass sie die Ursache war.',
  },
  perDay: {
    title: 'Nach Tag',
    none: 'Keine Vorgänge und keine Entscheidungen in diesem Zeitraum.',
    chart:
      '{decided} entschieden, {left} Abgänge aus der Prüfliste; Zeitraum {days}, höchstens {most} am Tag',
    unit: 'Vorgänge am Tag',
    table: 'Vorgänge und Entscheidungen nach Tag',
    heads: { day: 'Tag', new: 'Neu', decided: 'Entschieden', left: 'Abgänge' },
  },
}
