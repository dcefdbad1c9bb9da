import type { LedgerFigures } from '@paydesk/shared/ledger'
import type { ReactNode } from 'react'
import { counted } from '../ui/counted.ts'
import { Section } from '../ui/part.tsx'
import styles from './days-section.module.css'

type Day = LedgerFigures['days'][number]

/** How many came, and what is unfinished; the plot has its table beside it. */
export function DaysSection({ figures }: { readonly figures: LedgerFigures }): ReactNode {
  const today = new Date().toISOString().slice(0, 10)
  const days = everyDay(figures.days, today)
  return (
    <Section title="Arrivals" note="by day, UTC">
      <dl className={styles.figures}>
        <Figure term="today" value={days.at(-1)?.received ?? 0} />
        <Figure term="waiting" value={figures.waiting} />
        <Figure term="isolated" value={figures.isolated} isLoud={figures.isolated > 0} />
      </dl>
      {days.length > 0 ? <Plot days={days} /> : null}
      {days.length === 0 ? (
        <p className={styles.quiet}>None was received in these days.</p>
      ) : (
        <details className={styles.details}>
          <summary>As a table</summary>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Received</th>
                <th scope="col">Delivered again</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, received, repeated }) => (
                <tr key={day}>
                  <td>{dayWords(day)}</td>
                  <td>{counted(received)}</td>
                  <td>{counted(repeated)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </Section>
  )
}

function Figure({
  term,
  value,
  isLoud = false,
}: {
  readonly term: string
  readonly value: number
  readonly isLoud?: boolean
}): ReactNode {
  return (
    <div className={styles.figure}>
      <dt>{term}</dt>
      <dd data-loud={isLoud || undefined}>
        {isLoud ? <span aria-hidden>▲ </span> : null}
        {counted(value)}
      </dd>
    </div>
  )
}

const height = 56
const step = 10

/** One bar a day: what was received, and above it what was delivered again, as an outline. */
function Plot({ days }: { readonly days: readonly Day[] }): ReactNode {
  const most = Math.max(1, ...days.map(({ received, repeated }) => received + repeated))
  const scale = (count: number) => (count / most) * height
  const total = days.reduce((sum, { received }) => sum + received, 0)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className={styles.plot}>
      <svg
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${counted(total)} received in ${days.length} days, at most ${counted(most)} deliveries a day`}
      >
        {days.map(({ day, received, repeated }, index) => (
          <g key={day}>
            <title>{`${dayWords(day)}: ${counted(received)} received, ${counted(repeated)} delivered again`}</title>
            <rect
              className={styles.received}
              x={index * step + 1}
              width={step - 2}
              y={height - scale(received)}
              height={scale(received)}
            />
            <rect
              className={styles.repeated}
              x={index * step + 1}
              width={step - 2}
              y={height - scale(received + repeated)}
              height={scale(repeated)}
            />
          </g>
        ))}
      </svg>
      <figcaption className={styles.caption}>
        <span>{first ? dayWords(first.day) : null}</span>
        <span className={styles.legend}>
          <i className={styles.key} data-of="received" aria-hidden /> received
          <i className={styles.key} data-of="repeated" aria-hidden /> delivered again
        </span>
        <span>{last ? dayWords(last.day) : null}</span>
      </figcaption>
    </figure>
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

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export function dayWords(day: string): string {
  return format.format(new Date(day))
}
