import type { DiscrepancyId, DiscrepancyKind } from '@paydesk/shared/cases/reconciliation'
import type { CustomerHandle, IdentityHandle, TransactionId } from '@paydesk/shared/core/ids'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'

/** Props of a link in a row: Tab skips it, as the row has shortcuts, and a click does not reach the row. */
export const rowLinkProps = {
  tabIndex: -1,
  onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
} as const

interface RecordLinkProps {
  /** True in a row of a table, where Tab skips the link. */
  readonly isInRow?: boolean
  readonly children: ReactNode
}

interface TransactionLinkProps extends RecordLinkProps {
  readonly transaction: TransactionId
  /** Discrepancy that the page of the transaction names first. */
  readonly found?: { readonly discrepancy: DiscrepancyId; readonly kind: DiscrepancyKind }
}

/** Links to a transaction; a user who may not open it gets the words alone. */
export function TransactionLink({
  transaction,
  found,
  isInRow = false,
  children,
}: TransactionLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  if (!useMay('transaction.read')) return children
  return (
    <Link
      to="/$env/transactions/$transaction"
      params={{ env, transaction }}
      search={{ discrepancy: found?.discrepancy, kind: found?.kind }}
      {...(isInRow ? rowLinkProps : {})}
    >
      {children}
    </Link>
  )
}

interface CustomerLinkProps extends RecordLinkProps {
  readonly customer: CustomerHandle
  /** Transaction to open on the page of the customer. */
  readonly open?: TransactionId
}

/** Links to a customer; a user who may not open it gets the words alone. */
export function CustomerLink({ customer, open, isInRow = false, children }: CustomerLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  if (!useMay('customer.read')) return children
  return (
    <Link
      to="/$env/customers/$customer"
      params={{ env, customer }}
      search={{ open }}
      data-opens="customer"
      {...(isInRow ? rowLinkProps : {})}
    >
      {children}
    </Link>
  )
}

interface IdentityLinkProps extends RecordLinkProps {
  readonly identity: IdentityHandle
}

/** Links to an identity; a user who may not open it gets the words alone. */
export function IdentityLink({ identity, isInRow = false, children }: IdentityLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  if (!useMay('identity.read')) return children
  return (
    <Link to="/$env/identities/$identity" params={{ env, identity }} {...(isInRow ? rowLinkProps : {})}>
      {children}
    </Link>
  )
}
