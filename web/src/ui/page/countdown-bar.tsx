import type { ReactNode } from 'react'
import styles from './countdown-bar.module.css'

interface CountdownBarProps {
  /** How long it is shown in all. */
  readonly ms: number
  readonly className: string | undefined
}

/** What is left of the time that something is shown in clear, beside the seconds that say it. */
export function CountdownBar({ ms, className }: CountdownBarProps): ReactNode {
  return (
    <span className={`${styles.time} ${className}`} aria-hidden>
      <span className={styles.left} style={{ animationDuration: `${ms}ms` }} />
    </span>
  )
}
