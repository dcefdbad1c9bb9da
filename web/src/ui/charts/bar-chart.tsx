import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './bar-chart.module.css'
import { ChartDataTable } from './key-figures.tsx'

/** Returns a share such as `25 %`. Uses `< 1 %` and `> 99 %` instead of rounding to 0 or 100. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (100 * part) / whole
  if (percent > 0 && percent < 1) return '< 1 %'
  if (percent > 99 && percent < 100) return '> 99 %'
  return `${Math.round(percent)} %`
}

interface Bar {
  readonly name: string
  readonly count: number
  readonly tone: 'good' | 'review' | 'bad' | 'open' | 'plain'
}

interface BarChartProps {
  /** Names what the chart counts, for screen readers. */
  readonly label: string
  /** Heads of the first two columns of the table. */
  readonly heads: readonly [string, string]
  readonly bars: readonly Bar[]
}

/** Draws one bar per name, as long as its count, and shows the numbers as a table. */
export function BarChart({ label, heads, bars }: BarChartProps): ReactNode {
  const { chart } = useMessages('lists')
  const { number } = useFormatter()
  const whole = bars.reduce((sum, { count }) => sum + count, 0)
  const maxCount = Math.max(1, ...bars.map(({ count }) => count))
  const says = bars.map(({ name, count }) => `${number(count)} ${name}`).join(', ')
  return (
    <>
      <div role="img" aria-label={`${label}: ${says}`} className={styles.bars}>
        {bars.map(({ name, count, tone }) => (
          <div key={name} className={styles.line} title={`${name}: ${number(count)}`}>
            <span className={styles.name}>{name}</span>
            <span className={styles.track}>
              <i className={styles.bar} data-tone={tone} style={{ width: `${(100 * count) / maxCount}%` }} />
            </span>
            <span className={styles.count}>{number(count)}</span>
          </div>
        ))}
      </div>
      <ChartDataTable
        label={label}
        heads={[...heads, chart.share]}
        rows={bars.map(({ name, count }) => [name, number(count), formatShare(count, whole)])}
      />
    </>
  )
}
