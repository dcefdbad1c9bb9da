import type { MessagesOf } from '../../core/message.ts'
import type { englishHomeTrends } from '../en/home-trends.ts'

export const germanHomeTrends: MessagesOf<typeof englishHomeTrends> = {
  trend: {
    volume: 'Volumen',
    volumeUnit: 'Transaktionen am Tag, {zone}',
    volumeChart: '{count} Transaktionen in {days} Tagen, {before} in den {days} Tagen davor',
    volumeTable: 'Transaktionen nach Tag und Workflow',
    rate: 'Erfolgsquote',
    rateNote: 'Anteil an den beendeten Transaktionen eines Tages',
    rateUnit: 'Prozent',
    rateChart:
      '{rate} der Transaktionen endeten in {days} Tagen mit Erfolg, {before} in den {days} Tagen davor',
    rateTable: 'Erfolgsquote nach Tag',
    all: 'Alle',
    noWorkflow: 'Workflow nicht bekannt',
    otherWorkflows: 'Andere Workflows',
    previous: '{days} Tage davor',
    day: 'Tag',
    notLoaded: 'Verlauf nicht geladen',
    percent: '{share} %',
    coverage: 'Transaktionen in unseren Daten; Stand {time}',
    none: 'In diesen Tagen gab es keine Transaktionen.',
  },
  sla: {
    title: 'SLA',
    note: 'entschiedene Vorgänge je Tag',
    unit: 'Prozent in Frist',
    chart: '{kept} von {all} Vorgängen wurden in {days} Tagen innerhalb des SLA entschieden; Ziel {target} %',
    table: 'Vorgänge innerhalb des SLA nach Tag',
    rate: 'Innerhalb des SLA',
    kept: 'In Frist',
    late: 'Verspätet',
    target: 'Ziel {target} %',
    more: 'Kennzahlen',
    day: 'Tag',
    percent: '{share} %',
    none: 'An diesen Tagen wurde kein entschiedener Vorgang abgeschlossen.',
    notLoaded: 'SLA nicht geladen',
  },
}
