import type { ReactNode } from 'react'
import styles from './countdown-bar.module.css'

interface CountdownBarProps {
  /** Whole time that the value is shown, ms. */
  readonly ms: number
  readonly className: string | undefined
}

/** Shows the remaining time of a value in clear, beside the seconds in digits. */
export function CountdownBar({ ms, className }: CountdownBarProps): ReactNode {
  return (
    <span className={`${styles.time} ${className}`} aria-hidden>
      <span className={styles.left} style={{ animationDuration: `${ms}ms` }} />
    </span>
  )
}
