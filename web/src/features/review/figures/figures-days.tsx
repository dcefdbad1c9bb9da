import type { ReviewFigures } from '@paydesk/shared/cases/review-figures'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { DayChart, formatShortDay } from '../../../ui/charts/day-chart.tsx'
import { ChartDataTable } from '../../../ui/charts/key-figures.tsx'
import { Section } from '../../../ui/page/section.tsx'
import styles from './figures.module.css'

/** Chart of decided and left cases by day, in the time zone of the figures. */
export function DailyReviewSection({ figures }: { readonly figures: ReviewFigures }): ReactNode {
  const { days: dayCount, perDay: texts } = useMessages('reviewFigures')
  const { heads } = texts
  const format = useFormat()
  const { perDay, zone } = figures
  const isEmpty = perDay.every(({ came, decided, left }) => came + decided + left === 0)
  const most = Math.max(1, ...perDay.flatMap(({ decided, left }) => [decided, left]))
  const sum = (of: 'came' | 'decided' | 'left') => perDay.reduce((all, day) => all + day[of], 0)
  return (
    <Section title={texts.title} note={zone}>
      {isEmpty ? (
        <p className={styles.quiet}>{texts.none}</p>
      ) : (
        <>
          {sum('decided') + sum('left') === 0 ? (
            <p className={styles.quiet}>{format.text(texts.onlyNew, { count: sum('came') })}</p>
          ) : (
            <DayChart
              label={format.text(texts.chart, {
                ...{ decided: sum('decided'), left: sum('left'), most },
                days: format.text(dayCount, { count: perDay.length }),
              })}
              series={[
                { words: texts.decided, look: 'strong' },
                { words: texts.left, look: 'faint' },
              ]}
              bars="beside"
              days={perDay.map(({ day, came, decided, left }) => ({
                day,
                title: format.text(texts.day, { day: formatShortDay(day), new: came, decided, left }),
                counts: [decided, left],
              }))}
            />
          )}
          <ChartDataTable
            label={texts.table}
            heads={[heads.day, heads.new, heads.decided, heads.left]}
            rows={perDay
              .toReversed()
              .map(({ day, came, decided, left }) => [
                formatShortDay(day),
                format.number(came),
                format.number(decided),
                format.number(left),
              ])}
          />
        </>
      )}
    </Section>
  )
}
