import type { ReactNode } from 'react'
import { useFormat } from '../../lib/messages/messages-context.tsx'
import styles from './day-chart.module.css'

interface Series {
  readonly words: string
  readonly look: 'strong' | 'faint'
}

interface DayChartProps {
  /** Description of the chart for screen readers. */
  readonly label: string
  readonly series: readonly Series[]
  /** `above`: one bar a day with stacked series. `beside`: one bar per series. */
  readonly bars: 'above' | 'beside'
  /** Days in order; `counts` follow the order of the series. */
  readonly days: readonly {
    readonly day: string
    readonly title: string
    readonly counts: readonly number[]
  }[]
}

const chartHeight = 56
const dayWidth = 10

/** Draws the counts of each day. Place a table with the numbers beside the chart. */
export function DayChart({ label, series, bars, days }: DayChartProps): ReactNode {
  const format = useFormat()
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  const tallest = (counts: readonly number[]) => (bars === 'above' ? sumOf(counts) : Math.max(0, ...counts))
  const most = Math.max(1, ...days.map(({ counts }) => tallest(counts)))
  const scale = (count: number) => (count / most) * chartHeight
  const width = bars === 'above' ? dayWidth - 2 : dayWidth / series.length - 1
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className={styles.plot}>
      <svg
        viewBox={`0 0 ${days.length * dayWidth} ${chartHeight}`}
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
              const x = index * dayWidth + 1 + (bars === 'above' ? 0 : at * width)
              return (
                <rect
                  key={words}
                  className={styles.bar}
                  data-look={look}
                  x={x}
                  width={width}
                  y={chartHeight - below - tall}
                  height={tall}
                />
              )
            })}
          </g>
        ))}
      </svg>
      <figcaption className={styles.caption}>
        <span>{first ? format.dateWithoutYear(first.day) : null}</span>
        <span className={styles.legend}>
          {series.map(({ words, look }) => (
            <span key={words}>
              <i className={styles.key} data-look={look} aria-hidden /> {words}
            </span>
          ))}
        </span>
        <span>{last ? format.dateWithoutYear(last.day) : null}</span>
      </figcaption>
    </figure>
  )
}

// Format in UTC: the server names a day by its date, without a time zone.
const shortDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Returns `4 Jun` for `2026-06-04`. */
export function formatShortDay(day: string): string {
  return shortDayFormat.format(new Date(day))
}
