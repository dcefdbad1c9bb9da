import { type DiscrepancyKind, discrepancyKindSchema } from '@paydesk/shared/cases/reconciliation'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { TransactionContradiction, TransactionView } from '@paydesk/shared/payments/transactions'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import styles from './transaction-contradiction-list.module.css'

interface TransactionContradictionListProps {
  readonly of: readonly TransactionContradiction[]
  readonly view: TransactionView
}

/**
 * Lists discrepancies with an instruction and the way to explain them; first the one whose row opened the page. Their
 * meaning and end are collapsed.
 */
export function TransactionContradictionList({
  of: found,
  view,
}: TransactionContradictionListProps): ReactNode {
  const { kind } = useSearch({ strict: false })
  const all = kind === undefined ? found : [{ id: kind }, ...found.filter(({ id }) => id !== kind)]
  // Load the texts only for a transaction that has discrepancies.
  return all.length === 0 ? null : (
    <Suspense>
      <LoadedContradictionList of={all} view={view} />
    </Suspense>
  )
}

function LoadedContradictionList({ of: all, view }: TransactionContradictionListProps): ReactNode {
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
              <b>{kinds[id]?.says ?? id}</b> {id === 'other_currency' ? <Currencies view={view} /> : null}
              {kinds[id]?.todo} <ReconciliationLink id={id} />
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

/** Names both currencies, if this role sees them. */
function Currencies({
  view: { providerResponses, recorded },
}: Pick<TransactionContradictionListProps, 'view'>): ReactNode {
  const texts = useMessages('transactions').discrepancies
  const format = useFormatter()
  const provider = providerResponses
    .map(({ requestCurrency }) => getVisibleText(requestCurrency))
    .findLast((currency) => currency !== null)
  const announced = recorded === null ? null : getVisibleText(recorded.currency)
  if (provider == null || announced === null || provider === announced) return null
  return `${format.text(texts.currencies, { provider, announced })} `
}

/** Leads to the row in which the discrepancy is explained. */
function ReconciliationLink({ id }: { readonly id: string }): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('transactions').discrepancies
  const { discrepancy, kind: opened } = useSearch({ strict: false })
  const mayRead = useMay('reconciliation.read')
  const mayExplain = useMay('reconciliation.explain')
  const { data: kind } = discrepancyKindSchema.safeParse(id)
  if (!mayRead || kind === undefined) return null
  return (
    <Link
      to="/$env/reconciliation"
      params={{ env }}
      search={{ kind, open: kind === opened ? discrepancy : undefined }}
    >
      {mayExplain ? texts.explain : texts.open}
    </Link>
  )
}
