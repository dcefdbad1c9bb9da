import type { ReactNode } from 'react'
import styles from './list-tabs.module.css'

interface ListTabsProps {
  readonly label?: string | undefined
  /** An `li` with a link for each; the one that is shown is the current page. */
  readonly children: ReactNode
}

/** Links to other parts of a list, which look like tabs. The line that they stand on is drawn by what is around them. */
export function ListTabs({ label, children }: ListTabsProps): ReactNode {
  return (
    <ul aria-label={label} className={styles.tabs}>
      {children}
    </ul>
  )
}
