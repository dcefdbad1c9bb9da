import type { LedgerFigures } from '@paydesk/shared/payments/ledger'
import type { ReactNode } from 'react'
import { DayPlot, dayWords } from '../../ui/charts/data-days.tsx'
import { Figure, Figures, TableBehind } from '../../ui/charts/data-figures.tsx'
import { Section } from '../../ui/page/section.tsx'
import { counted } from '../../ui/text/counted.ts'
import styles from './notifications-page.module.css'

type Day = LedgerFigures['days'][number]

/** How many came, and what is unfinished; the plot has its table beside it. */
export function DaysSection({ figures }: { readonly figures: LedgerFigures }): ReactNode {
  const today = new Date().toISOString().slice(0, 10)
  const days = everyDay(figures.days, today)
  return (
    <Section title="Arrivals" note="by day, UTC">
      <Figures>
        <Figure term="today" value={counted(days.at(-1)?.received ?? 0)} />
        <Figure term="waiting" value={counted(figures.waiting)} />
        <Figure term="isolated" value={counted(figures.isolated)} isLoud={figures.isolated > 0} />
      </Figures>
      {days.length > 0 ? (
        <Arrivals days={days} />
      ) : (
        <p className={styles.quiet}>None was received in these days.</p>
      )}
    </Section>
  )
}

/** One bar a day: what was received, and above it what was delivered again. */
function Arrivals({ days }: { readonly days: readonly Day[] }): ReactNode {
  const most = Math.max(1, ...days.map(({ received, repeated }) => received + repeated))
  const total = days.reduce((sum, { received }) => sum + received, 0)
  return (
    <>
      <DayPlot
        label={`${counted(total)} received in ${days.length} days, at most ${counted(most)} deliveries a day`}
        series={[
          { words: 'received', look: 'strong' },
          { words: 'delivered again', look: 'faint' },
        ]}
        bars="above"
        days={days.map(({ day, received, repeated }) => ({
          day,
          title: `${dayWords(day)}: ${counted(received)} received, ${counted(repeated)} delivered again`,
          counts: [received, repeated],
        }))}
      />
      <TableBehind
        label="Arrivals by day"
        heads={['Day', 'Received', 'Delivered again']}
        rows={days
          .toReversed()
          .map(({ day, received, repeated }) => [dayWords(day), counted(received), counted(repeated)])}
      />
    </>
  )
}

const dayLength = 86_400_000

/** Every day from the first known one, at least two weeks, to today: days on which nothing came are days too. */
export function everyDay(days: readonly Day[], today: string): readonly Day[] {
  const known = new Map(days.map((each) => [each.day, each]))
  const [first, last] = [[...known.keys()].sort()[0], [...known.keys(), today].sort().at(-1)]
  if (first === undefined || last === undefined) return []
  const spanned = Math.round((Date.parse(last) - Date.parse(first)) / dayLength) + 1
  const count = Math.min(366, Math.max(14, spanned))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(last) - (count - 1 - index) * dayLength).toISOString().slice(0, 10)
    return known.get(day) ?? { day, received: 0, repeated: 0 }
  })
}
