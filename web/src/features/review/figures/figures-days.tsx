import type { ReviewFigures } from '@paydesk/shared/work/review-figures'
import type { ReactNode } from 'react'
import { DayPlot, dayWords } from '../../../ui/charts/data-days.tsx'
import { TableBehind } from '../../../ui/charts/data-figures.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { counted, countOf } from '../../../ui/text/counted.ts'
import styles from './figures.module.css'

/** How much is done a day: one bar for what was decided, one for what left, by days of the office's zone. */
export function DaysSection({ figures }: { readonly figures: ReviewFigures }): ReactNode {
  const { perDay, zone } = figures
  const isEmpty = perDay.every(({ came, decided, left }) => came + decided + left === 0)
  const most = Math.max(1, ...perDay.flatMap(({ decided, left }) => [decided, left]))
  const sum = (of: 'came' | 'decided' | 'left') => perDay.reduce((all, day) => all + day[of], 0)
  return (
    <Section title="By day" note={zone}>
      {isEmpty ? (
        <p className={styles.quiet}>Nothing came, was decided or left in these days.</p>
      ) : (
        <>
          {sum('decided') + sum('left') === 0 ? (
            <p className={styles.quiet}>
              {countOf(sum('came'), 'item')} came in these days; nothing was decided and nothing left.
            </p>
          ) : (
            <DayPlot
              label={`${counted(sum('decided'))} decided and ${counted(sum('left'))} left in ${perDay.length} days, at most ${counted(most)} a day`}
              series={[
                { words: 'decided', look: 'strong' },
                { words: 'left the queue', look: 'faint' },
              ]}
              bars="beside"
              days={perDay.map(({ day, came, decided, left }) => ({
                day,
                title: `${dayWords(day)}: ${counted(came)} came, ${counted(decided)} decided, ${counted(left)} left`,
                counts: [decided, left],
              }))}
            />
          )}
          <TableBehind
            label="Items and decisions by day"
            heads={['Day', 'Came', 'Decided', 'Left']}
            rows={perDay
              .toReversed()
              .map(({ day, came, decided, left }) => [
                dayWords(day),
                counted(came),
                counted(decided),
                counted(left),
              ])}
          />
        </>
      )}
    </Section>
  )
}
