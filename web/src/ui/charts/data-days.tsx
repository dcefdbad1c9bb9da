import type { ReactNode } from 'react'
import styles from './data-days.module.css'

interface Series {
  readonly words: string
  readonly look: 'strong' | 'faint'
}

interface DayPlotProps {
  /** What the plot says, for whoever hears it. */
  readonly label: string
  readonly series: readonly Series[]
  /** `above`: one bar a day, each series on the one before. `beside`: one bar a series. */
  readonly bars: 'above' | 'beside'
  /** Every day in turn, with the counts of the series in their order. */
  readonly days: readonly {
    readonly day: string
    readonly title: string
    readonly counts: readonly number[]
  }[]
}

const height = 56
const step = 10

/** How much there was each day; the table with the numbers belongs beside it. */
export function DayPlot({ label, series, bars, days }: DayPlotProps): ReactNode {
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  const tallest = (counts: readonly number[]) => (bars === 'above' ? sumOf(counts) : Math.max(0, ...counts))
  const most = Math.max(1, ...days.map(({ counts }) => tallest(counts)))
  const scale = (count: number) => (count / most) * height
  const width = bars === 'above' ? step - 2 : step / series.length - 1
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className={styles.plot}>
      <svg
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {days.map(({ day, title, counts }, index) => (
          <g key={day}>
            <title>{title}</title>
            {series.map(({ words, look }, at) => {
              const tall = scale(counts[at] ?? 0)
              const below = bars === 'above' ? scale(sumOf(counts.slice(0, at))) : 0
              const x = index * step + 1 + (bars === 'above' ? 0 : at * width)
              return (
                <rect
                  key={words}
                  className={styles.bar}
                  data-look={look}
                  x={x}
                  width={width}
                  y={height - below - tall}
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
            <span key={words}>
              <i className={styles.key} data-look={look} aria-hidden /> {words}
            </span>
          ))}
        </span>
        <span>{last ? dayWords(last.day) : null}</span>
      </figcaption>
    </figure>
  )
}

// A day is named by the server already: its words are those of that date in no zone.
const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** `4 Jun` for `2026-06-04`. */
export function dayWords(day: string): string {
  return format.format(new Date(day))
}
