import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { TransactionLink } from '../../../ui/links/record-links.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { ConfiguredText } from '../../../ui/text/configured-text.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import styles from '../decisions.module.css'

/** Returns the columns of the list of decisions. */
export function createDecisionColumns({
  columns,
}: Messages['reviewDecisions']): readonly DataColumn<DecisionView>[] {
  return [
    {
      id: 'verdict',
      header: columns.verdict,
      cell: ({ verdict }) => <VerdictName verdict={verdict} />,
      track: '72px',
      narrow: { line: 1 },
    },
    {
      id: 'standing',
      header: columns.status,
      cell: (decision) => <DecisionStatusBadge decision={decision} />,
      track: 'minmax(190px, 1.4fr)',
      narrow: { line: 2 },
    },
    {
      id: 'reason',
      header: columns.reason,
      cell: ({ reason }) => <ConfiguredText of={reason.label} />,
      track: 'minmax(150px, 1.5fr)',
      narrow: { line: 3 },
    },
    {
      id: 'transaction',
      header: columns.transaction,
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
      header: columns.by,
      cell: ({ by }) => <PersonName by={by} />,
      track: 'minmax(110px, 1fr)',
      narrow: { line: 3, end: true },
    },
    {
      id: 'at',
      header: columns.at,
      cell: ({ at }) => <RowTime at={at} as="exact" />,
      track: 'minmax(120px, 0.8fr)',
      narrow: { line: 1, end: true },
    },
    {
      id: 'second',
      header: columns.approval,
      cell: (decision) => <ApproverCell decision={decision} />,
      track: 'minmax(150px, 1fr)',
      narrow: { line: 3 },
    },
  ]
}

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
  const { you } = useMessages('review')
  return <span title={by.name}>{by.me ? you : by.name}</span>
}

function ApproverCell({ decision }: { readonly decision: DecisionView }): ReactNode {
  const texts = useMessages('reviewDecisions')
  const { approvalRules } = useMessages('review')
  const format = useFormat()
  const { approval, approvalReasons, status, expiresAt } = decision
  if (approval) return <PersonName by={approval.by} />
  if (approvalReasons.length === 0) return <span className={styles.quiet}>{texts.approvalNotRequired}</span>
  if (status !== 'waiting' || expiresAt === null)
    return <span className={styles.quiet}>{texts.noApproval}</span>
  return (
    <span title={approvalReasons.map((each) => approvalRules[each]).join('; ')}>
      {format.parts(texts.approvalExpires, { time: <RowTime key="time" at={expiresAt} as="age" /> })}
    </span>
  )
}
