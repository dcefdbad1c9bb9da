import type { DecisionView, ListedDecision } from '@paydesk/shared/cases/decisions'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { createAmountColumn } from '../../../ui/table/amount-column.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { RowValue } from '../../../ui/table/row-value.tsx'
import { LocalizedConfigText } from '../../../ui/text/localized-config-text.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { NotProvidedText, StateLabel } from '../../../ui/text/state-label.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import styles from '../decisions.module.css'

/** Returns the columns of the list of decisions. `isRange`: amounts are ranges, whose unit the header says. */
export function createDecisionColumns(
  { columns }: Messages['reviewDecisions'],
  isRange: boolean,
): readonly DataColumn<ListedDecision>[] {
  return [
    {
      id: 'verdict',
      header: columns.verdict,
      cell: ({ verdict }) => <VerdictName verdict={verdict} />,
      track: '88px',
      narrow: { line: 1 },
    },
    {
      id: 'standing',
      header: columns.status,
      cell: (decision) => <StatusCell decision={decision} />,
      track: 'minmax(212px, 1.2fr)',
      narrow: { line: 2 },
    },
    createAmountColumn<ListedDecision>(isRange ? columns.amountRange : columns.amount, ({ facts }) => facts, {
      isShort: isRange,
      track: isRange ? 'minmax(138px, 0.8fr)' : 'minmax(92px, 0.7fr)',
      narrow: { line: 1, end: true },
    }),
    {
      id: 'rid',
      header: columns.customer,
      // No link to the customer: the row opens the decision.
      cell: ({ facts }) => (facts === null ? <NotProvidedText short /> : <RowValue value={facts.rid} mono />),
      track: isRange ? 'minmax(92px, 1fr)' : 'minmax(120px, 1fr)',
      narrow: { line: 3 },
    },
    {
      id: 'merchant',
      header: columns.merchant,
      cell: ({ facts }) =>
        facts === null ? <NotProvidedText short /> : <RowValue value={facts.merchant} mono />,
      track: 'minmax(104px, 0.8fr)',
      narrow: { line: 3 },
    },
    {
      id: 'state',
      header: columns.state,
      cell: ({ facts }) =>
        facts === null ? (
          <NotProvidedText short />
        ) : (
          <StateLabel state={facts.state} inReview={facts.inReview} tagless />
        ),
      track: 'minmax(104px, 1fr)',
      narrow: { line: 2, end: true },
    },
    {
      id: 'firstSeen',
      header: columns.firstSeen,
      cell: ({ facts }) => <FactTime at={facts?.firstSeenAt} />,
      track: '80px',
      narrow: { line: 3 },
    },
    {
      id: 'changed',
      header: columns.changed,
      cell: ({ facts }) => <FactTime at={facts?.changedAt} />,
      track: '68px',
      narrow: { line: 3 },
    },
    {
      id: 'expires',
      header: columns.expires,
      cell: ({ facts }) => <FactTime at={facts?.state.final ? null : facts?.expiresAt} />,
      track: '60px',
      narrow: { line: 3 },
    },
    {
      id: 'reason',
      header: columns.reason,
      cell: ({ reason }) => <LocalizedConfigText of={reason.label} />,
      track: 'minmax(150px, 1.5fr)',
      narrow: { line: 3 },
    },
    {
      id: 'by',
      header: columns.by,
      cell: ({ by }) => <PersonName by={by} />,
      track: 'minmax(84px, 1fr)',
      narrow: { line: 3, end: true },
    },
    {
      id: 'at',
      header: columns.at,
      cell: ({ at }) => <RowTime at={at} as="relative" />,
      // Fits the head in German beside the menu of the table.
      track: '112px',
      narrow: { line: 2, end: true },
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

/** Selects the columns that fit; the decision page shows the rest. */
export function listVisibleDecisionColumnIds(room: 'all' | 'wide' | 'middle' | 'narrow'): readonly string[] {
  const facts = [
    'verdict',
    'standing',
    'amount',
    'rid',
    'merchant',
    'state',
    'firstSeen',
    'changed',
    'expires',
  ]
  switch (room) {
    case 'all':
      return [...facts, 'reason', 'by', 'at', 'second']
    case 'wide':
      // The status says when the approval expires; a second expiry beside it would be taken for the same.
      return [...facts.filter((id) => id !== 'changed' && id !== 'expires'), 'by', 'at']
    case 'middle':
      return ['verdict', 'standing', 'amount', 'rid', 'state', 'firstSeen', 'by', 'at']
    case 'narrow':
      return ['verdict', 'amount', 'standing', 'at', 'rid', 'by']
  }
}

/** Key of the status of a row, to highlight changes. */
export function getDecisionChangeKey({ status, followUp, action, outcome }: DecisionView): string {
  return JSON.stringify({ status, followUp, action: action?.status, outcome })
}

/** Shows the status, with the end of the time for an approval that is awaited. */
function StatusCell({ decision }: { readonly decision: DecisionView }): ReactNode {
  const texts = useMessages('reviewDecisions')
  const format = useFormatter()
  const { status, expiresAt } = decision
  return (
    <>
      <DecisionStatusBadge decision={decision} />
      {status === 'waiting' && expiresAt !== null ? (
        <span className={styles.quiet}>
          {' '}
          {format.parts(texts.approvalEnds, { time: <RowTime key="time" at={expiresAt} as="age" /> })}
        </span>
      ) : null}
    </>
  )
}

/** Shows a time of our records; a dash without one. */
function FactTime({ at }: { readonly at: string | null | undefined }): ReactNode {
  return at ? <RowTime at={at} as="relative" /> : <NotProvidedText short />
}

function VerdictName({ verdict }: Pick<DecisionView, 'verdict'>): ReactNode {
  return useMessages('review').verdicts[verdict]
}

function PersonName({ by }: { readonly by: DecisionView['by'] }): ReactNode {
  const nameColleague = useFormatColleagueName()
  return <span title={by.name ?? undefined}>{nameColleague(by, 'subject')}</span>
}

function ApproverCell({ decision }: { readonly decision: DecisionView }): ReactNode {
  const texts = useMessages('reviewDecisions')
  const { approvalRules } = useMessages('review')
  const format = useFormatter()
  const { approval, approvalReasons, status, expiresAt } = decision
  if (approval) return <PersonName by={approval.by} />
  if (approvalReasons.length === 0) return <span className={styles.quiet}>{texts.approvalNotRequired}</span>
  if (status !== 'waiting' || expiresAt === null)
    return <span className={styles.quiet}>{texts.noApproval}</span>
  return (
    <span title={approvalReasons.map((each) => approvalRules[each]).join('; ')}>
      {format.parts(texts.approvalExpires, { time: <RowTime key="time" at={expiresAt} as="relative" /> })}
    </span>
  )
}
