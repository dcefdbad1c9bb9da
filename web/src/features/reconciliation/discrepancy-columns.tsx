import type { DiscrepancyStatus, DiscrepancyView } from '@paydesk/shared/cases/reconciliation'
import { isInReview } from '@paydesk/shared/core/state'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useChooseLocalizedText, useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { RowMoney, RowValue } from '../../ui/table/row-value.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { RowInterval, RowTime } from '../../ui/text/row-time.tsx'
import { StateLabel, ToneIcon } from '../../ui/text/state-label.tsx'
import styles from './reconciliation-page.module.css'

interface ColumnOptions {
  /** True if the role sees amounts that can be sorted. */
  readonly byAmount: boolean
  readonly status: DiscrepancyStatus
}

export function createDiscrepancyColumns(
  { byAmount, status }: ColumnOptions,
  { table }: Messages['reconciliation'],
): readonly DataColumn<DiscrepancyView>[] {
  return [
    {
      id: 'kind',
      header: table.kind,
      cell: (row) => <KindCell row={row} />,
      track: 'minmax(204px, 1.7fr)',
      narrow: { line: 1 },
    },
    {
      id: 'age',
      header: table.age,
      sortBy: 'given',
      cell: (row) => <RowTime at={row.openedAt.to} as="age" />,
      track: '68px',
      narrow: { line: 1, end: true },
    },
    {
      id: 'opened',
      header: table.opened,
      cell: (row) => <RowInterval {...row.openedAt} />,
      track: 'minmax(138px, 0.9fr)',
      narrow: { line: 3, end: true },
    },
    {
      id: 'amount',
      header: byAmount ? table.amount : table.amountRange,
      ...(byAmount ? { sortBy: 'given' as const } : {}),
      cell: (row) => (
        <RowMoney amount={row.amount} currency={row.currency} from={table.amountSource} isShort={!byAmount} />
      ),
      // Fits the longest range, and in German the unit in the header.
      track: byAmount ? 'minmax(96px, 0.7fr)' : 'minmax(138px, 0.8fr)',
      narrow: { line: 2, end: true },
      align: 'end',
    },
    {
      id: 'rid',
      header: table.rid,
      cell: (row) => <RowValue value={row.rid} mono />,
      track: 'minmax(96px, 1.3fr)',
      narrow: { line: 2 },
    },
    {
      id: 'merchant',
      header: table.merchant,
      cell: (row) => <RowValue value={row.merchant} mono />,
      track: 'minmax(104px, 0.6fr)',
      narrow: { line: 3 },
    },
    {
      id: 'transaction',
      header: table.transaction,
      cell: (row) => (
        <TransactionLink transaction={row.transaction} found={row} isInRow>
          <code title={row.transaction}>
            <MiddleEllipsis text={row.transaction} />
          </code>
        </TransactionLink>
      ),
      track: '104px',
      narrow: { line: 3 },
    },
    {
      id: 'state',
      header: table.state,
      cell: ({ state, compound }) => (
        <StateLabel state={state} inReview={compound !== null && isInReview(state, compound)} tagless />
      ),
      track: 'minmax(116px, 1fr)',
      narrow: { line: 3 },
    },
    {
      id: 'stand',
      header: status === 'closed' ? table.closed : table.explained,
      cell: (row) => <StatusCell row={row} isClosed={status === 'closed'} />,
      track: 'minmax(104px, 1.1fr)',
      narrow: { line: 3, end: true },
    },
  ]
}

/** Selects the columns that fit. In the open list `stand` is redundant: no row there is explained. */
export function listVisibleDiscrepancyColumnIds(
  { status, byAmount }: ColumnOptions,
  room: 'all' | 'middle' | 'beside' | 'narrow',
): readonly string[] {
  const stand = status === 'open' ? [] : ['stand']
  // The range of a masked amount takes the room of the ID, which the row opens anyway.
  const id = byAmount ? ['transaction'] : []
  switch (room) {
    case 'all':
      return ['kind', 'age', 'opened', 'amount', 'rid', 'merchant', ...id, 'state', ...stand]
    // The age says when it appeared; the IDs need the room.
    case 'middle':
      return ['kind', 'age', 'amount', 'rid', 'merchant', ...id, 'state', ...stand]
    // Room left beside the panel of an open discrepancy, which shows the rest.
    case 'beside':
      return ['kind', 'age', 'amount', 'rid', ...stand]
    case 'narrow':
      return ['kind', 'age', 'rid', 'amount', 'state', ...(status === 'open' ? ['opened'] : stand)]
  }
}

function KindCell({ row }: { readonly row: DiscrepancyView }): ReactNode {
  const label = useMessages('reconciliation').kinds[row.kind]
  // No mark on what waits: nothing else is in its list.
  const isMarked = row.closedAt !== null || row.explanation !== null
  return (
    <span className={styles.kind} title={label}>
      {isMarked ? <ToneIcon tone={row.closedAt === null ? 'ended' : 'good'} /> : null}
      <span className={styles.words}>{label}</span>
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
  const texts = useMessages('reconciliation').table
  const chooseText = useChooseLocalizedText()
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const { explanation, closedAt } = row
  if (isClosed && closedAt !== null) return <RowTime at={closedAt} as="relative" />
  if (explanation === null) {
    return (
      <span className={styles.quiet} title={texts.unexplained}>
        <span aria-hidden>–</span>
        <span className="unseen">{texts.unexplained}</span>
      </span>
    )
  }
  const title = format.text(texts.explanation, {
    person: nameColleague(explanation.by, 'subject'),
    time: format.dayAndTime(new Date(explanation.at)),
    zone: format.timeZone,
    reason: chooseText(explanation.reason.label),
  })
  return <span title={title}>{chooseText(explanation.reason.label)}</span>
}
