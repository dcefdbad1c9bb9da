import type { ReactNode } from 'react'
import styles from './pending-work-line.module.css'

/** Shows at the top of a page what waits for this user, with the next step as a link. */
export function PendingWorkLine({
  message,
  isLate = false,
  children,
}: {
  readonly message: string
  /** Marks what is overdue, in the colour that it has everywhere. */
  readonly isLate?: boolean
  readonly children: ReactNode
}): ReactNode {
  return (
    <p className={styles.line} data-late={isLate || undefined}>
      <b>
        <span aria-hidden>▲</span> {message}
      </b>
      {children}
    </p>
  )
}
