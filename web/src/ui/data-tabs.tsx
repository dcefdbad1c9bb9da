import type { ReactNode } from 'react'
import styles from './data-tabs.module.css'

interface TabsProps {
  readonly label?: string | undefined
  /** An `li` with a link for each; the one that is shown is the current page. */
  readonly children: ReactNode
}

/** Ways to other parts of a list, on the line above it. */
export function Tabs({ label, children }: TabsProps): ReactNode {
  return (
    <ul aria-label={label} className={styles.tabs}>
      {children}
    </ul>
  )
}
