import type { ReviewFigures } from '@paydesk/shared/cases/review-figures'
import type { ReactNode } from 'react'
import { DayChart, formatShortDay } from '../../../ui/charts/day-chart.tsx'
import { ChartDataTable } from '../../../ui/charts/key-figures.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { formatCount, formatCountOf } from '../../../ui/text/format-count.ts'
import styles from './figures.module.css'

/** Chart of decided and left cases by day, in the time zone of the figures. */
export function DailyReviewSection({ figures }: { readonly figures: ReviewFigures }): ReactNode {
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
              {formatCountOf(sum('came'), 'item')} came in these days; nothing was decided and nothing left.
            </p>
          ) : (
            <DayChart
              label={`${formatCount(sum('decided'))} decided and ${formatCount(sum('left'))} left in ${perDay.length} days, at most ${formatCount(most)} a day`}
              series={[
                { words: 'decided', look: 'strong' },
                { words: 'left the queue', look: 'faint' },
              ]}
              bars="beside"
              days={perDay.map(({ day, came, decided, left }) => ({
                day,
                title: `${formatShortDay(day)}: ${formatCount(came)} came, ${formatCount(decided)} decided, ${formatCount(left)} left`,
                counts: [decided, left],
              }))}
            />
          )}
          <ChartDataTable
            label="Items and decisions by day"
            heads={['Day', 'Came', 'Decided', 'Left']}
            rows={perDay
              .toReversed()
              .map(({ day, came, decided, left }) => [
                formatShortDay(day),
                formatCount(came),
                formatCount(decided),
                formatCount(left),
              ])}
          />
        </>
      )}
    </Section>
  )
}
