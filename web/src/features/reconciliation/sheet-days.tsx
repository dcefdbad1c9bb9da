import type { DriftSheet } from '@paydesk/shared/work/drift-sheet'
import type { ReactNode } from 'react'
import { DayPlot, dayWords } from '../../ui/charts/data-days.tsx'
import { TableBehind } from '../../ui/charts/data-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import { counted } from '../../ui/text/counted.ts'
import styles from './sheet.module.css'

type Day = DriftSheet['series'][number]

interface SheetDaysProps {
  readonly sheet: DriftSheet
  /** How many days are drawn. */
  readonly children: ReactNode
}

/** Whether it becomes more or less: what came and went a day, and what stayed, each on its own scale. */
export function SheetDays({ sheet: { series, zone }, children }: SheetDaysProps): ReactNode {
  const sum = (of: 'opened' | 'closed') => counted(series.reduce((all, day) => all + day[of], 0))
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
            <DayPlot
              label={`${sum('opened')} opened and ${sum('closed')} closed in ${series.length} days, at most ${counted(mostMoved)} a day`}
              series={[
                { words: 'opened', look: 'strong' },
                { words: 'closed by the facts', look: 'faint' },
              ]}
              bars="beside"
              days={series.map((day) => ({ ...named(day), counts: [day.opened, day.closed] }))}
            />
            <DayPlot
              label={`${counted(series.at(-1)?.atEnd ?? 0)} still open at the end of the last day, at most ${counted(mostOpen)}`}
              series={[{ words: 'still open at the day’s end', look: 'strong' }]}
              bars="beside"
              days={series.map((day) => ({ ...named(day), counts: [day.atEnd] }))}
            />
          </div>
          <TableBehind
            label="Differences by day"
            heads={['Day', 'Opened', 'Explained', 'Closed', 'Still open']}
            rows={series
              .toReversed()
              .map(({ day, opened, explained, closed, atEnd }) => [
                dayWords(day),
                ...[opened, explained, closed, atEnd].map(counted),
              ])}
          />
        </>
      )}
    </Section>
  )
}

function named({ day, opened, explained, closed, atEnd }: Day): { day: string; title: string } {
  const words = `${counted(opened)} opened, ${counted(explained)} explained, ${counted(closed)} closed, ${counted(atEnd)} still open`
  return { day, title: `${dayWords(day)}: ${words}` }
}
