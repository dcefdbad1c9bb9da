import type { ReactNode } from 'react'
import styles from './pending-work-line.module.css'

/** Shows on the home page what waits for this user, with a link. */
export function PendingWorkLine({
  says,
  children,
}: {
  readonly says: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <p className={styles.line}>
      <b>
        <span aria-hidden>▲</span> {says}
      </b>
      {children}
    </p>
  )
}
