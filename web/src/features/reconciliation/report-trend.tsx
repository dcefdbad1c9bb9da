import type { ReconciliationReport } from '@paydesk/shared/cases/reconciliation'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { DayChart } from '../../ui/charts/day-chart.tsx'
import { ChartDataTable } from '../../ui/charts/key-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import styles from './report.module.css'

type Day = ReconciliationReport['series'][number]

interface ReconciliationTrendProps {
  readonly sheet: ReconciliationReport
  /** Selects the number of days drawn. */
  readonly children: ReactNode
}

/** Shows the trend: discrepancies opened and closed a day, and those still open, each on its own scale. */
export function ReconciliationTrend({
  sheet: { series, zone },
  children,
}: ReconciliationTrendProps): ReactNode {
  const texts = useMessages('reconciliation').report.trend
  const { columns } = useMessages('reconciliation').report
  const format = useFormat()
  const sum = (of: 'opened' | 'closed') => series.reduce((all, day) => all + day[of], 0)
  const describeDay = ({ day, ...counts }: Day) => ({
    day,
    title: format.text(texts.tooltip, { day: format.dateWithoutYear(day), ...counts }),
  })
  const mostMoved = Math.max(...series.flatMap(({ opened, closed }) => [opened, closed]))
  const mostOpen = Math.max(...series.map(({ atEnd }) => atEnd))
  const isEmpty = series.every(
    ({ opened, explained, closed, atEnd }) => opened + explained + closed + atEnd === 0,
  )
  return (
    <Section title={texts.title} note={format.text(texts.note, { zone })} aside={children}>
      {isEmpty ? (
        <p className={styles.words}>{texts.none}</p>
      ) : (
        <>
          <div className={styles.plots}>
            <DayChart
              label={format.text(texts.moved, {
                opened: sum('opened'),
                closed: sum('closed'),
                days: series.length,
                most: mostMoved,
              })}
              series={[
                { words: texts.opened, look: 'strong' },
                { words: texts.closed, look: 'faint' },
              ]}
              bars="beside"
              days={series.map((day) => ({ ...describeDay(day), counts: [day.opened, day.closed] }))}
            />
            <DayChart
              label={format.text(texts.open, { count: series.at(-1)?.atEnd ?? 0, most: mostOpen })}
              series={[{ words: texts.atEnd, look: 'strong' }]}
              bars="beside"
              days={series.map((day) => ({ ...describeDay(day), counts: [day.atEnd] }))}
            />
          </div>
          <ChartDataTable
            label={texts.caption}
            heads={[texts.day, columns.opened, columns.explained, columns.closed, columns.atEnd]}
            rows={series
              .toReversed()
              .map(({ day, opened, explained, closed, atEnd }) => [
                format.dateWithoutYear(day),
                ...[opened, explained, closed, atEnd].map(format.number),
              ])}
          />
        </>
      )}
    </Section>
  )
}
