import type { ReactNode } from 'react'
import { counted } from './counted.ts'
import styles from './data-plots.module.css'

interface Series<D> {
  /** As its legend says it. */
  readonly words: string
  readonly of: (day: D) => number
  readonly look: 'full' | 'light'
}

interface DayBarsProps<D> {
  /** Every day, the oldest first. */
  readonly days: readonly D[]
  /** What is drawn of each day: one bar, or two beside each other, on one scale. */
  readonly series: readonly Series<D>[]
  /** What is counted, for whoever hears the plot. */
  readonly label: string
  /** The numbers of one day, on hover. */
  readonly says: (day: D) => string
}

const height = 56
const step = 10

/** Bars by day, with the greatest number that a day reaches; the table behind it is whoever draws it's to add. */
export function DayBars<D extends { readonly day: string }>(props: DayBarsProps<D>): ReactNode {
  const { days, series, label, says } = props
  const most = Math.max(1, ...days.flatMap((day) => series.map(({ of }) => of(day))))
  const width = (step - 2) / series.length
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className={styles.plot}>
      <svg
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}, at most ${counted(most)} a day`}
      >
        {days.map((day, index) => (
          <g key={day.day}>
            <title>{`${dayWords(day.day)}: ${says(day)}`}</title>
            {series.map(({ words, of, look }, at) => {
              const tall = (of(day) / most) * height
              return (
                <rect
                  key={words}
                  className={styles.day}
                  data-look={look}
                  x={index * step + 1 + at * width}
                  width={width}
                  y={height - tall}
                  height={tall}
                />
              )
            })}
          </g>
        ))}
      </svg>
      <figcaption className={styles.caption}>
        <span>{first ? dayWords(first.day) : null}</span>
        <span className={styles.legend}>
          {series.map(({ words, look }) => (
            <span key={words} className={styles.named}>
              <i className={styles.key} data-look={look} aria-hidden /> {words}
            </span>
          ))}
          <span className={styles.named}>at most {counted(most)}</span>
        </span>
        <span>{last ? dayWords(last.day) : null}</span>
      </figcaption>
    </figure>
  )
}

// A day is named by the server already: its words are those of that date in no zone.
const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** `30 Jun` for `2026-06-30`. */
export function dayWords(day: string): string {
  return format.format(new Date(day))
}
