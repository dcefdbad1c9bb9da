import type { ReconciliationReport } from '@paydesk/shared/cases/reconciliation'
import type { ReactNode } from 'react'
import { DayChart, formatShortDay } from '../../ui/charts/day-chart.tsx'
import { ChartDataTable } from '../../ui/charts/key-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
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
  const sum = (of: 'opened' | 'closed') => formatCount(series.reduce((all, day) => all + day[of], 0))
  const mostMoved = Math.max(...series.flatMap(({ opened, closed }) => [opened, closed]))
  const mostOpen = Math.max(...series.map(({ atEnd }) => atEnd))
  const isEmpty = series.every(
    ({ opened, explained, closed, atEnd }) => opened + explained + closed + atEnd === 0,
  )
  return (
    <Section title="Day by day" note={`up to this day, ${zone}`} aside={children}>
      {isEmpty ? (
        <p className={styles.words}>Nothing differed in these days.</p>
      ) : (
        <>
          <div className={styles.plots}>
            <DayChart
              label={`${sum('opened')} opened and ${sum('closed')} closed in ${series.length} days, at most ${formatCount(mostMoved)} a day`}
              series={[
                { words: 'opened', look: 'strong' },
                { words: 'closed by the facts', look: 'faint' },
              ]}
              bars="beside"
              days={series.map((day) => ({ ...describeDay(day), counts: [day.opened, day.closed] }))}
            />
            <DayChart
              label={`${formatCount(series.at(-1)?.atEnd ?? 0)} still open at the end of the last day, at most ${formatCount(mostOpen)}`}
              series={[{ words: 'still open at the day’s end', look: 'strong' }]}
              bars="beside"
              days={series.map((day) => ({ ...describeDay(day), counts: [day.atEnd] }))}
            />
          </div>
          <ChartDataTable
            label="Differences by day"
            heads={['Day', 'Opened', 'Explained', 'Closed', 'Still open']}
            rows={series
              .toReversed()
              .map(({ day, opened, explained, closed, atEnd }) => [
                formatShortDay(day),
                ...[opened, explained, closed, atEnd].map(formatCount),
              ])}
          />
        </>
      )}
    </Section>
  )
}

function describeDay({ day, opened, explained, closed, atEnd }: Day): { day: string; title: string } {
  const words = `${formatCount(opened)} opened, ${formatCount(explained)} explained, ${formatCount(closed)} closed, ${formatCount(atEnd)} still open`
  return { day, title: `${formatShortDay(day)}: ${words}` }
}
