import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { DayChart, formatShortDay } from '../../ui/charts/day-chart.tsx'
import { ChartDataTable, KeyFigure, KeyFigureList } from '../../ui/charts/key-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import styles from './notifications-page.module.css'

type NotificationDay = NotificationFigures['days'][number]

/** Shows notifications received today and unfinished ones, with a chart and its data table. */
export function DailyNotificationsSection({ figures }: { readonly figures: NotificationFigures }): ReactNode {
  const today = new Date().toISOString().slice(0, 10)
  const days = fillMissingDays(figures.days, today)
  return (
    <Section title="Arrivals" note="by day, UTC">
      <KeyFigureList>
        <KeyFigure term="today" value={formatCount(days.at(-1)?.received ?? 0)} />
        <KeyFigure term="waiting" value={formatCount(figures.waiting)} />
        <KeyFigure term="isolated" value={formatCount(figures.isolated)} isLoud={figures.isolated > 0} />
      </KeyFigureList>
      {days.length > 0 ? (
        <DailyNotificationsChart days={days} />
      ) : (
        <p className={styles.quiet}>None was received in these days.</p>
      )}
    </Section>
  )
}

/** Stacked chart by day: received notifications, with repeated deliveries above. */
function DailyNotificationsChart({ days }: { readonly days: readonly NotificationDay[] }): ReactNode {
  const most = Math.max(1, ...days.map(({ received, repeated }) => received + repeated))
  const total = days.reduce((sum, { received }) => sum + received, 0)
  return (
    <>
      <DayChart
        label={`${formatCount(total)} received in ${days.length} days, at most ${formatCount(most)} deliveries a day`}
        series={[
          { words: 'received', look: 'strong' },
          { words: 'delivered again', look: 'faint' },
        ]}
        bars="above"
        days={days.map(({ day, received, repeated }) => ({
          day,
          title: `${formatShortDay(day)}: ${formatCount(received)} received, ${formatCount(repeated)} delivered again`,
          counts: [received, repeated],
        }))}
      />
      <ChartDataTable
        label="Arrivals by day"
        heads={['Day', 'Received', 'Delivered again']}
        rows={days
          .toReversed()
          .map(({ day, received, repeated }) => [
            formatShortDay(day),
            formatCount(received),
            formatCount(repeated),
          ])}
      />
    </>
  )
}

const dayMs = 86_400_000

/** Fills in days without notifications: from the first known day to today, 14 to 366 days. */
export function fillMissingDays(days: readonly NotificationDay[], today: string): readonly NotificationDay[] {
  const known = new Map(days.map((each) => [each.day, each]))
  const [first, last] = [[...known.keys()].sort()[0], [...known.keys(), today].sort().at(-1)]
  if (first === undefined || last === undefined) return []
  const spanned = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
  const count = Math.min(366, Math.max(14, spanned))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(last) - (count - 1 - index) * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? { day, received: 0, repeated: 0 }
  })
}
