import type { ReactNode } from 'react'
import { formatCount } from '../text/format-count.ts'
import styles from './bar-chart.module.css'
import { ChartDataTable } from './key-figures.tsx'

/** `25 %`; less than one of a hundred, and all but less than one, are said as such. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (100 * part) / whole
  if (percent > 0 && percent < 1) return 'under 1 %'
  if (percent > 99 && percent < 100) return 'over 99 %'
  return `${Math.round(percent)} %`
}

interface Bar {
  readonly name: string
  readonly count: number
  readonly tone: 'good' | 'review' | 'bad' | 'open' | 'plain'
}

interface BarChartProps {
  /** What is counted, for whoever hears the plot. */
  readonly label: string
  /** Heads of the table's first two columns. */
  readonly heads: readonly [string, string]
  readonly bars: readonly Bar[]
}

/** One bar for each name, as long as its count, and the numbers behind them as a table. */
export function BarChart({ label, heads, bars }: BarChartProps): ReactNode {
  const whole = bars.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const says = bars.map(({ name, count }) => `${formatCount(count)} ${name}`).join(', ')
  return (
    <>
      <div role="img" aria-label={`${label}: ${says}`} className={styles.bars}>
        {bars.map(({ name, count, tone }) => (
          <div key={name} className={styles.line} title={`${name}: ${formatCount(count)}`}>
            <span className={styles.name}>{name}</span>
            <span className={styles.track}>
              <i className={styles.bar} data-tone={tone} style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span className={styles.count}>{formatCount(count)}</span>
          </div>
        ))}
      </div>
      <ChartDataTable
        label={label}
        heads={[...heads, 'Share']}
        rows={bars.map(({ name, count }) => [name, formatCount(count), formatShare(count, whole)])}
      />
    </>
  )
}
