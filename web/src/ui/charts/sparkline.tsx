import type { ReactNode } from 'react'
import { buildLinePath, type ChartValue } from './line-path.ts'
import styles from './sparkline.module.css'

interface SparklineProps {
  readonly values: readonly ChartValue[]
}

const height = 24

/** Draws the course of a figure, as an ornament beside its value and a text that describes it. */
export function Sparkline({ values }: SparklineProps): ReactNode {
  const known = values.filter((value) => value !== null)
  const maxValue = Math.max(1, ...known)
  const toY = (value: number) => height - 2 - (value / maxValue) * (height - 4)
  const last = values.length - 1
  const end = values[last]
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${values.length} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={buildLinePath(values, toY)} />
      {typeof end === 'number' ? <path className={styles.end} d={`M${last + 0.5} ${toY(end)}h.001`} /> : null}
    </svg>
  )
}
