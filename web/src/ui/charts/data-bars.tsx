import type { ReactNode } from 'react'
import { counted } from '../text/counted.ts'
import styles from './data-bars.module.css'
import { TableBehind } from './data-figures.tsx'

/** `25 %`; less than one of a hundred, and all but less than one, are said as such. */
export function shareWords(part: number, whole: number): string {
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

interface BarsProps {
  /** What is counted, for whoever hears the plot. */
  readonly label: string
  /** Heads of the table's first two columns. */
  readonly heads: readonly [string, string]
  readonly bars: readonly Bar[]
}

/** One bar for each name, as long as its count, and the numbers behind them as a table. */
export function Bars({ label, heads, bars }: BarsProps): ReactNode {
  const whole = bars.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const says = bars.map(({ name, count }) => `${counted(count)} ${name}`).join(', ')
  return (
    <>
      <div role="img" aria-label={`${label}: ${says}`} className={styles.bars}>
        {bars.map(({ name, count, tone }) => (
          <div key={name} className={styles.line} title={`${name}: ${counted(count)}`}>
            <span className={styles.name}>{name}</span>
            <span className={styles.track}>
              <i className={styles.bar} data-tone={tone} style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span className={styles.count}>{counted(count)}</span>
          </div>
        ))}
      </div>
      <TableBehind
        label={label}
        heads={[...heads, 'Share']}
        rows={bars.map(({ name, count }) => [name, counted(count), shareWords(count, whole)])}
      />
    </>
  )
}
