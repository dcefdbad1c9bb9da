import type { ReactNode } from 'react'
import styles from './list-tabs.module.css'

interface ListTabsProps {
  readonly label?: string | undefined
  /** One `li` with a link per tab; the shown tab is the current page. */
  readonly children: ReactNode
}

/** Links to other parts of a list, which look like tabs. The element around them draws the line below. */
export function ListTabs({ label, children }: ListTabsProps): ReactNode {
  return (
    <ul aria-label={label} className={styles.tabs}>
      {children}
    </ul>
  )
}
