import type { DiscrepancyKind } from '@paydesk/shared/cases/reconciliation'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { TransactionDiscrepancy } from '@paydesk/shared/payments/transactions'
import { type ReactNode, Suspense } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './contradiction-list.module.css'

interface ContradictionListProps {
  readonly of: readonly TransactionDiscrepancy[]
}

/** Lists discrepancies with an instruction; their meaning and end are collapsed. */
export function ContradictionList({ of: all }: ContradictionListProps): ReactNode {
  // Load the texts only for a transaction that has discrepancies.
  return all.length === 0 ? null : (
    <Suspense>
      <LoadedContradictionList of={all} />
    </Suspense>
  )
}

function LoadedContradictionList({ of: all }: ContradictionListProps): ReactNode {
  const texts = useMessages('transactions').discrepancies
  const kinds: Readonly<Record<string, Messages['discrepancies']['kinds'][DiscrepancyKind]>> =
    useMessages('discrepancies').kinds
  return (
    <ul className={styles.contradictions} aria-label={texts.title}>
      {all.map(({ id }) => (
        <li key={id} className={styles.contradiction}>
          <span aria-hidden className={styles.warn}>
            ▲
          </span>
          <div className={styles.words}>
            <p>
              <b>{kinds[id]?.says ?? id}</b> {kinds[id]?.todo}
            </p>
            <details className={styles.more}>
              <summary>{texts.details}</summary>
              <dl>
                <dt>{texts.means}</dt>
                <dd>{kinds[id]?.means}</dd>
                <dt>{texts.closes}</dt>
                <dd>{kinds[id]?.closes}</dd>
              </dl>
            </details>
          </div>
        </li>
      ))}
    </ul>
  )
}
