import type { ReactNode } from 'react'
import styles from './pending-work-line.module.css'

/** Shows at the top of a page what waits for this user, with the next step as a link. */
export function PendingWorkLine({
  says,
  isLate = false,
  children,
}: {
  readonly says: string
  /** Marks what is overdue, in the colour that it has everywhere. */
  readonly isLate?: boolean
  readonly children: ReactNode
}): ReactNode {
  return (
    <p className={styles.line} data-late={isLate || undefined}>
      <b>
        <span aria-hidden>▲</span> {says}
      </b>
      {children}
    </p>
  )
}
