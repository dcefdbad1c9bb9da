import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { KeyFigure, KeyFigureList } from '../../ui/charts/key-figures.tsx'
import { TimeChart } from '../../ui/charts/time-chart.tsx'
import { getDayInTimeZone } from '../../ui/forms/day-ranges.ts'
import { Section } from '../../ui/page/section.tsx'
import styles from './notifications-page.module.css'

type NotificationDay = NotificationFigures['days'][number]

/** Shows notifications received today, unfinished and refused ones beside a chart with its data table. */
export function DailyNotificationsSection({ figures }: { readonly figures: NotificationFigures }): ReactNode {
  const { daily: texts, rejected } = useMessages('notifications')
  const format = useFormatter()
  const refusals = figures.rejected.reduce((sum, { times }) => sum + times, 0)
  const { timeZone: zone } = format
  const today = getDayInTimeZone(Date.now(), zone)
  const days = fillMissingDays(figures.days, today)
  return (
    <Section title={texts.title} note={format.text(texts.byDay, { zone })}>
      <div className={styles.daily}>
        <KeyFigureList>
          <KeyFigure term={texts.today} value={format.number(days.at(-1)?.received ?? 0)} />
          <KeyFigure term={texts.waiting} value={format.number(figures.waiting)} />
          <KeyFigure
            term={texts.failed}
            value={format.number(figures.isolatedCount)}
            isLoud={figures.isolatedCount > 0}
          />
          <KeyFigure term={rejected.title} value={format.number(refusals)} />
        </KeyFigureList>
        {days.length > 0 ? (
          <DailyNotificationsChart days={days} />
        ) : (
          <p className={styles.quiet}>{texts.none}</p>
        )}
      </div>
    </Section>
  )
}

/** Stacked chart by day: received notifications, with repeated deliveries above. */
function DailyNotificationsChart({ days }: { readonly days: readonly NotificationDay[] }): ReactNode {
  const texts = useMessages('notifications').daily
  const format = useFormatter()
  const maxCount = Math.max(1, ...days.map(({ received, repeated }) => received + repeated))
  const total = days.reduce((sum, { received }) => sum + received, 0)
  return (
    <TimeChart
      label={format.text(texts.chart, { total, days: days.length, most: maxCount })}
      caption={texts.table}
      days={days.map(({ day }) => day)}
      dayHead={texts.date}
      unit={texts.unit}
      mark="stack"
      series={[
        { name: texts.received, values: days.map(({ received }) => received) },
        { name: texts.repeated, values: days.map(({ repeated }) => repeated) },
      ]}
    />
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
