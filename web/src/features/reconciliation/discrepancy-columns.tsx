import type { DiscrepancyStatus, DiscrepancyView } from '@paydesk/shared/cases/reconciliation'
import type { ReactNode } from 'react'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { RowMoney, RowValue } from '../../ui/table/row-value.tsx'
import { formatDayAndTime } from '../../ui/text/format-time.ts'
import { RowInterval, RowTime } from '../../ui/text/row-time.tsx'
import { StateLabel, ToneIcon } from '../../ui/text/state-label.tsx'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import { discrepancyKindLabels } from './labels.ts'
import styles from './reconciliation-page.module.css'

interface ColumnOptions {
  /** True if the role sees amounts that can be sorted. */
  readonly byAmount: boolean
  readonly status: DiscrepancyStatus
}

export function createDiscrepancyColumns({
  byAmount,
  status,
}: ColumnOptions): readonly DataColumn<DiscrepancyView>[] {
  return [
    {
      id: 'kind',
      header: 'What differs',
      cell: (row) => <KindCell row={row} />,
      track: 'minmax(196px, 1.7fr)',
      narrow: { line: 1 },
    },
    {
      id: 'age',
      header: 'Age',
      sortBy: 'given',
      cell: (row) => <RowTime at={row.openedAt.to} as="age" />,
      track: '78px',
      narrow: { line: 1, end: true },
    },
    {
      id: 'opened',
      header: 'Seen between',
      cell: (row) => <RowInterval {...row.openedAt} />,
      track: 'minmax(112px, 0.9fr)',
      narrow: { line: 3, end: true },
    },
    {
      id: 'amount',
      header: 'Amount',
      ...(byAmount ? { sortBy: 'given' as const } : {}),
      cell: (row) => (
        <RowMoney
          amount={row.amount}
          currency={row.currency}
          from="as a notification or the create call said"
        />
      ),
      // A range is twice as long as an amount.
      track: byAmount ? 'minmax(96px, 0.7fr)' : 'minmax(208px, 1fr)',
      narrow: { line: 2, end: true },
      align: 'end',
    },
    {
      id: 'rid',
      header: 'RID',
      cell: (row) => <RowValue value={row.rid} mono />,
      track: 'minmax(96px, 1fr)',
      narrow: { line: 2 },
    },
    {
      id: 'transaction',
      header: 'Transaction',
      cell: (row) => (
        <TransactionLink transaction={row.transaction} isInRow>
          <code title={row.transaction}>{row.transaction.slice(0, 8)}</code>
        </TransactionLink>
      ),
      track: '84px',
      narrow: { line: 3 },
    },
    {
      id: 'state',
      header: 'State',
      cell: (row) => <StateLabel state={row.state} tagless />,
      track: 'minmax(112px, 1fr)',
      narrow: { line: 3 },
    },
    {
      id: 'stand',
      header: status === 'closed' ? 'Closed' : 'Explained',
      cell: (row) => <StatusCell row={row} isClosed={status === 'closed'} />,
      track: 'minmax(104px, 1.1fr)',
      narrow: { line: 3, end: true },
    },
  ]
}

/** Selects the columns that fit. In the open list `stand` is redundant: no row there is explained. */
export function selectDiscrepancyColumns(
  status: DiscrepancyStatus,
  room: 'all' | 'beside' | 'narrow',
): readonly string[] {
  const stand = status === 'open' ? [] : ['stand']
  switch (room) {
    case 'all':
      return ['kind', 'age', 'opened', 'amount', 'rid', 'transaction', 'state', ...stand]
    // Room left beside the panel of an open discrepancy, which shows the rest.
    case 'beside':
      return ['kind', 'age', 'amount', 'rid', ...stand]
    case 'narrow':
      return ['kind', 'age', 'rid', 'amount', 'state', ...(status === 'open' ? ['opened'] : stand)]
  }
}

function KindCell({ row }: { readonly row: DiscrepancyView }): ReactNode {
  return (
    <span className={styles.kind} title={discrepancyKindLabels[row.kind]}>
      <ToneIcon tone={row.closedAt !== null ? 'good' : row.explained === null ? 'review' : 'ended'} />
      <span className={styles.words}>{discrepancyKindLabels[row.kind]}</span>
    </span>
  )
}

function StatusCell({
  row,
  isClosed,
}: {
  readonly row: DiscrepancyView
  readonly isClosed: boolean
}): ReactNode {
  const zone = useTimeZone()
  const { explained, closedAt } = row
  if (isClosed && closedAt !== null) return <RowTime at={closedAt} as="age" />
  if (explained === null) {
    return (
      <span className={styles.quiet} title="nobody has explained it">
        <span aria-hidden>–</span>
        <span className="unseen">not explained</span>
      </span>
    )
  }
  const who = explained.by.me ? 'You' : explained.by.name
  return (
    <span
      title={`${who}, ${formatDayAndTime(new Date(explained.at), zone)} ${zone}: ${explained.reason.words}`}
    >
      {explained.reason.words}
    </span>
  )
}
