import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { TransactionLink } from '../../../ui/links/record-links.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import styles from '../decisions.module.css'

export const decisionColumns: readonly DataColumn<DecisionView>[] = [
  {
    id: 'verdict',
    header: 'Decision',
    cell: ({ verdict }) => <VerdictName verdict={verdict} />,
    track: '72px',
    narrow: { line: 1 },
  },
  {
    id: 'standing',
    header: 'Stands',
    cell: (decision) => <DecisionStatusBadge decision={decision} />,
    track: 'minmax(190px, 1.4fr)',
    narrow: { line: 2 },
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <span title={reason.words}>{reason.words}</span>,
    track: 'minmax(150px, 1.5fr)',
    narrow: { line: 3 },
  },
  {
    id: 'transaction',
    header: 'Transaction',
    cell: ({ transaction }) => (
      <TransactionLink transaction={transaction} isInRow>
        <code title={transaction}>
          {transaction.slice(0, 8)}
          {transaction.length > 8 ? <span aria-hidden>…</span> : null}
        </code>
      </TransactionLink>
    ),
    track: '82px',
    narrow: { line: 2, end: true },
  },
  {
    id: 'by',
    header: 'Decided by',
    cell: ({ by }) => <PersonName by={by} />,
    track: 'minmax(110px, 1fr)',
    narrow: { line: 3, end: true },
  },
  {
    id: 'at',
    header: 'When',
    cell: ({ at }) => <RowTime at={at} as="exact" />,
    track: 'minmax(120px, 0.8fr)',
    narrow: { line: 1, end: true },
  },
  {
    id: 'second',
    header: 'Second person',
    cell: (decision) => <ApproverCell decision={decision} />,
    track: 'minmax(150px, 1fr)',
    narrow: { line: 3 },
  },
]

/** Columns of a narrow row; the decision page shows the rest. */
export const narrowDecisionColumns: readonly string[] = [
  'verdict',
  'at',
  'standing',
  'transaction',
  'reason',
  'by',
]

/** Key of the status of a row, to highlight changes. */
export function getDecisionChangeKey({ status, followUp, action, outcome }: DecisionView): string {
  return JSON.stringify({ status, followUp, action: action?.status, outcome })
}

function VerdictName({ verdict }: Pick<DecisionView, 'verdict'>): ReactNode {
  return useMessages('review').verdicts[verdict]
}

function PersonName({ by }: { readonly by: DecisionView['by'] }): ReactNode {
  return <span title={by.name}>{by.me ? 'you' : by.name}</span>
}

function ApproverCell({ decision }: { readonly decision: DecisionView }): ReactNode {
  const { second, needed, status, expiresAt } = decision
  if (second) return <PersonName by={second.by} />
  if (needed.length === 0) return <span className={styles.quiet}>not needed</span>
  if (status !== 'waiting' || expiresAt === null) return <span className={styles.quiet}>none answered</span>
  return (
    <span title={needed.join('; ')}>
      needed, ends <RowTime at={expiresAt} as="age" />
    </span>
  )
}
