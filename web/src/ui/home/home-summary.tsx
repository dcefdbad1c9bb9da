import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './home-summary.module.css'

/** Lists the work of this user's role on the home page, one row per page. */
export function HomeSummary({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <section aria-labelledby="at-hand" className={styles.part}>
      <h2 id="at-hand" className={styles.head}>
        {title}
      </h2>
      <dl>{children}</dl>
    </section>
  )
}

interface HomeSummaryRowProps {
  /** Link to the page, by its name. */
  readonly name: ReactNode
  /** Figures of the page; a figure links to what it counts if there is such a list. */
  readonly facts: readonly ReactNode[]
}

export function HomeSummaryRow({ name, facts }: HomeSummaryRowProps): ReactNode {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd className={styles.facts}>
        {facts.map((fact, at) => (
          <span key={at}>{fact}</span>
        ))}
      </dd>
    </div>
  )
}

interface HomeSummaryPlaceholderProps extends Pick<HomeSummaryRowProps, 'name'> {
  readonly isMissing: boolean
}

/** Row whose figures are still loading. Has the final height, so that nothing below moves. */
export function HomeSummaryPlaceholder({ name, isMissing }: HomeSummaryPlaceholderProps): ReactNode {
  const { nothingLoaded } = useMessages('ui')
  return <HomeSummaryRow name={name} facts={[isMissing ? nothingLoaded : '…']} />
}
