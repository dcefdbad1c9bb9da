import type { ReviewFigures } from '@paydesk/shared/cases/review-figures'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { TimeChart } from '../../../ui/charts/time-chart.tsx'
import { Section } from '../../../ui/page/section.tsx'
import styles from './figures.module.css'

/** Chart of new, decided and left cases by day, in the time zone of the figures. */
export function DailyReviewSection({ figures }: { readonly figures: ReviewFigures }): ReactNode {
  const { days: dayCount, perDay: texts } = useMessages('reviewFigures')
  const { heads } = texts
  const format = useFormatter()
  const { perDay, zone } = figures
  const isEmpty = perDay.every(({ entered, decided, left }) => entered + decided + left === 0)
  const maxCount = Math.max(...perDay.flatMap(({ entered, decided, left }) => [entered, decided, left]))
  const sum = (of: 'decided' | 'left') => perDay.reduce((all, day) => all + day[of], 0)
  return (
    <Section title={texts.title} note={zone}>
      {isEmpty ? (
        <p className={styles.quiet}>{texts.none}</p>
      ) : (
        <TimeChart
          label={format.text(texts.chart, {
            ...{ decided: sum('decided'), left: sum('left'), most: maxCount },
            days: format.text(dayCount, { count: perDay.length }),
          })}
          caption={texts.table}
          days={perDay.map(({ day }) => day)}
          dayHead={heads.day}
          unit={texts.unit}
          mark="line"
          series={[
            { name: heads.new, values: perDay.map(({ entered }) => entered) },
            { name: heads.decided, values: perDay.map(({ decided }) => decided) },
            { name: heads.left, values: perDay.map(({ left }) => left) },
          ]}
        />
      )}
    </Section>
  )
}
