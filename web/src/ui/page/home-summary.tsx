import type { ReactNode } from 'react'
import { Kbd } from '../text/kbd.tsx'
import styles from './home-summary.module.css'

/** On the home page: the work of this person’s role, one row for each page of it. */
export function HomeSummary({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <section aria-labelledby="at-hand" className={styles.part}>
      <h2 id="at-hand" className={styles.head}>
        At hand
      </h2>
      <dl>{children}</dl>
    </section>
  )
}

interface HomeSummaryRowProps {
  /** The way to the page, by its name. */
  readonly name: ReactNode
  /** Where a key leads to it. */
  readonly keys?: string | undefined
  /** Its figures, each the way to what it counts where there is one. */
  readonly facts: readonly ReactNode[]
}

export function HomeSummaryRow({ name, keys, facts }: HomeSummaryRowProps): ReactNode {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd className={styles.facts}>
        {facts.map((fact, at) => (
          <span key={at}>{fact}</span>
        ))}
      </dd>
      <dd aria-hidden>{keys === undefined ? null : <Kbd keys={keys} />}</dd>
    </div>
  )
}

interface HomeSummaryPlaceholderProps extends Pick<HomeSummaryRowProps, 'name' | 'keys'> {
  readonly isMissing: boolean
}

/** The row while its figures are on the way, of the same height; nothing below moves when they come. */
export function HomeSummaryPlaceholder({ name, keys, isMissing }: HomeSummaryPlaceholderProps): ReactNode {
  return <HomeSummaryRow name={name} keys={keys} facts={[isMissing ? 'could not be read' : '…']} />
}
