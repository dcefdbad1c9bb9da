import type { TransactionDiscrepancy } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './contradiction-list.module.css'

/** Lists discrepancies with an instruction; their meaning and end are collapsed. */
export function ContradictionList({ of: all }: { of: readonly TransactionDiscrepancy[] }): ReactNode {
  const texts = useMessages('transactions').discrepancies
  if (all.length === 0) return null
  return (
    <ul className={styles.contradictions} aria-label={texts.title}>
      {all.map((one) => (
        <li key={one.id} className={styles.contradiction}>
          <span aria-hidden className={styles.warn}>
            ▲
          </span>
          <div className={styles.words}>
            <p>
              <b>{one.says}</b> {one.todo}
            </p>
            <details className={styles.more}>
              <summary>{texts.details}</summary>
              <dl>
                <dt>{texts.means}</dt>
                <dd>{one.means}</dd>
                <dt>{texts.closes}</dt>
                <dd>{one.closes}</dd>
              </dl>
            </details>
          </div>
        </li>
      ))}
    </ul>
  )
}
