import type { ReviewFigures } from '@paydesk/shared/review-figures'
import type { ReactNode } from 'react'
import { counted } from '../ui/counted.ts'
import { DayBars, dayWords } from '../ui/data-days.tsx'
import { Behind } from '../ui/data-plots.tsx'
import { Section } from '../ui/part.tsx'
import styles from './figures.module.css'

type Day = ReviewFigures['perDay'][number]

const series = [
  { words: 'decided', of: ({ decided }: Day) => decided, look: 'full' },
  { words: 'left the queue', of: ({ left }: Day) => left, look: 'light' },
] as const

/** How much is done a day: one bar for what was decided, one for what left, by days of the office's zone. */
export function DaysSection({ figures }: { readonly figures: ReviewFigures }): ReactNode {
  const { perDay, zone } = figures
  const isEmpty = perDay.every(({ came, decided, left }) => came + decided + left === 0)
  const sum = (of: 'decided' | 'left') => counted(perDay.reduce((all, day) => all + day[of], 0))
  return (
    <Section title="By day" note={zone}>
      {isEmpty ? (
        <p className={styles.quiet}>Nothing came, was decided or left in these days.</p>
      ) : (
        <>
          <DayBars
            days={perDay}
            series={series}
            label={`${sum('decided')} decided and ${sum('left')} left in ${perDay.length} days`}
            says={({ came, decided, left }) =>
              `${counted(came)} came, ${counted(decided)} decided, ${counted(left)} left`
            }
          />
          <Behind
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
