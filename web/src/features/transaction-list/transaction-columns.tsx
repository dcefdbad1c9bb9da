import { repeatsState } from '@paydesk/shared/core/state'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { TransactionListRow } from '@paydesk/shared/payments/transaction-list'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { CustomerLink, TransactionLink } from '../../ui/links/record-links.tsx'
import { createAmountColumn } from '../../ui/table/amount-column.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { RowValue } from '../../ui/table/row-value.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { RowInterval, RowTime } from '../../ui/text/row-time.tsx'
import { StateLabel, StateReasonLabel } from '../../ui/text/state-label.tsx'
import { FinalityBadge } from './finality-badge.tsx'
import styles from './transaction-list-page.module.css'

/** Creates all columns. `byAmount`: amounts are shown in full and sortable, else as ranges. */
export function createTransactionColumns(
  byAmount: boolean,
  { columns, merchantIdOrReference }: Messages['transactionList'],
): readonly DataColumn<TransactionListRow>[] {
  return [
    {
      id: 'state',
      header: columns.state,
      cell: (row) => <StateCell row={row} />,
      track: 'minmax(200px, 1.8fr)',
      narrow: { line: 1 },
    },
    {
      id: 'rid',
      header: columns.rid,
      cell: (row) => {
        const rid = <RowValue value={row.rid} mono />
        if (row.customer === null) return rid
        return (
          <CustomerLink customer={row.customer} isInRow>
            {rid}
          </CustomerLink>
        )
      },
      // Fits an ID of 20 characters: people search by it. A role that sees ranges sees its last four characters.
      track: byAmount ? 'minmax(144px, 1fr)' : 'minmax(84px, 1fr)',
      narrow: { line: 2 },
    },
    {
      id: 'id',
      header: columns.id,
      cell: (row) => (
        <TransactionLink transaction={row.transaction} isInRow>
          <ShortId id={row.transaction} />
        </TransactionLink>
      ),
      track: '88px',
      narrow: { line: 2, end: true },
    },
    {
      id: 'merchantId',
      header: columns.merchantId,
      label: merchantIdOrReference,
      cell: (row) => <MerchantIdCell row={row} />,
      track: 'minmax(96px, 0.9fr)',
      narrow: { line: 2 },
    },
    createAmountColumn<TransactionListRow>(byAmount ? columns.amount : columns.amountRange, (row) => row, {
      ...(byAmount ? { sortBy: 'given' } : {}),
      isShort: !byAmount,
      // Fits the longest range, and in German the unit in the header.
      track: byAmount ? 'minmax(96px, 0.7fr)' : 'minmax(138px, 1fr)',
      narrow: { line: 1, end: true },
    }),
    {
      id: 'workflow',
      header: columns.workflow,
      cell: (row) => <RowValue value={row.workflow} mono />,
      track: 'minmax(80px, 0.7fr)',
      narrow: { line: 2 },
    },
    {
      id: 'merchant',
      header: columns.merchant,
      cell: (row) => <RowValue value={row.merchant} mono />,
      track: 'minmax(112px, 0.8fr)',
      narrow: { line: 2 },
    },
    {
      id: 'seen',
      header: columns.seen,
      sortBy: 'given',
      cell: (row) => <RowTime at={row.firstSeenAt} as="relative" />,
      track: '84px',
      narrow: { line: 3 },
    },
    {
      id: 'changed',
      header: columns.changed,
      sortBy: 'given',
      cell: (row) => <RowInterval from={row.changedFrom} to={row.changedAt} />,
      track: 'minmax(106px, 0.5fr)',
      narrow: { line: 3 },
    },
    {
      id: 'end',
      header: columns.expiresOrFinal,
      // Only open rows expire, and only final rows are confirmed.
      cell: (row) =>
        row.finality === 'open' ? <ExpiryCell row={row} /> : <FinalityBadge finality={row.finality} />,
      track: '122px',
      narrow: { line: 3, end: true },
    },
    {
      id: 'expires',
      header: columns.expires,
      cell: (row) => <ExpiryCell row={row} />,
      // Fits a time that passed long ago, such as `543 days ago` in German.
      track: '92px',
      narrow: { line: 3, end: true },
    },
    {
      id: 'finality',
      header: columns.finality,
      cell: (row) => <FinalityBadge finality={row.finality} />,
      track: '112px',
      narrow: { line: 3, end: true },
    },
  ]
}

/** Columns of a narrow row. */
export const narrowTransactionColumnIds: readonly string[] = [
  'state',
  'amount',
  'rid',
  'id',
  'changed',
  'end',
]

function StateCell({ row }: { readonly row: TransactionListRow }): ReactNode {
  const texts = useMessages('transactionList').cells
  const labels = useMessages('ui')
  return (
    <span className={styles.state}>
      <StateLabel state={row.state} inReview={row.inReview} tagless />
      {row.test ? <span className={styles.test}>{texts.test}</span> : null}
      {row.compound && row.compound.raw !== '' && !repeatsState(row.compound, row.state, labels) ? (
        <span className={styles.reason}>
          <StateReasonLabel compound={row.compound} tagless />
        </span>
      ) : null}
    </span>
  )
}

/** Shows an ID shortened to its column; hover and screen readers get the full ID. */
function ShortId({ id }: { readonly id: string }): ReactNode {
  return (
    <code title={id}>
      <MiddleEllipsis text={id} />
    </code>
  )
}

/** Shows the merchant's transaction ID, or the reference without such an ID. */
function MerchantIdCell({ row }: { readonly row: TransactionListRow }): ReactNode {
  const texts = useMessages('transactionList').cells
  return row.merchantTransactionId.visibility === 'absent' && row.reference.visibility !== 'absent' ? (
    <>
      <span className={styles.quiet}>{texts.reference}</span> <RowValue value={row.reference} mono />
    </>
  ) : (
    <RowValue value={row.merchantTransactionId} mono />
  )
}

/** Shows the time at which an open transaction expires; a dash for a final one. */
function ExpiryCell({ row }: { readonly row: TransactionListRow }): ReactNode {
  const texts = useMessages('transactionList').cells
  if (row.state.final || row.expiresAt === null) {
    const text = row.state.final ? texts.final : texts.noExpiry
    return (
      <span className={styles.quiet} title={text}>
        <span aria-hidden>–</span>
        <span className="unseen">{text}</span>
      </span>
    )
  }
  return <RowTime at={row.expiresAt} as="relative" />
}
