import type { ReactNode } from 'react'
import styles from './pending-work-line.module.css'

/** Shows at the top of a page what waits for this user, with the next step as a link. */
export function PendingWorkLine({
  message,
  children,
}: {
  readonly message: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <p className={styles.line}>
      <b>
        <span aria-hidden>▲</span> {message}
      </b>
      {children}
    </p>
  )
}
