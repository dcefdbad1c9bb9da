import type { DecisionView } from '@paydesk/shared/cases/decisions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { TransactionLink } from '../../../ui/links/record-links.tsx'
import { Section } from '../../../ui/page/section.tsx'
import facts from '../../../ui/text/description-list.module.css'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { RowInterval } from '../../../ui/text/row-time.tsx'
import { StateLabel } from '../../../ui/text/state-label.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { describeDecisionStatus } from '../decision-status.tsx'
import { OperatorActionStatus } from '../operator-action-status.tsx'
import styles from './decision-page.module.css'

interface DecisionFactsProps {
  readonly decision: DecisionView
}

const approvalAnswerLabels = { confirm: 'Confirmed', refuse: 'Refused', send_back: 'Sent back' } as const

/** Shows a decision with reason, author and outcome. */
export function DecisionFacts({ decision }: DecisionFactsProps): ReactNode {
  const { name: env } = useEnvironment()
  const { reason, text, ticket, by, at, state, needed, transaction, outcome } = decision
  const rows: readonly (readonly [term: string, value: ReactNode])[] = [
    ['Reason', reason.words],
    ['In their words', <FieldValue key="text" value={text} />],
    ...(ticket.seen === 'absent'
      ? []
      : [['Ticket', <FieldValue key="ticket" value={ticket} mono />] as const]),
    [
      'Decided',
      <>
        {getPersonName(by)}, <Timestamp at={at} as="full" />
      </>,
    ],
    ['On the state', <StateLabel key="state" state={state} />],
    [
      'Transaction',
      <TransactionLink key="transaction" transaction={transaction}>
        <code>{transaction}</code>
      </TransactionLink>,
    ],
    [
      'Item',
      <Link key="item" to="/$env/review/$transaction" params={{ env, transaction }}>
        Open in the review queue
      </Link>,
    ],
    ['Second person', needed.length === 0 ? 'not needed' : <ApprovalReasonList needed={needed} />],
    ...listLaterRows(decision),
    ['At the service', <OperatorActionStatus key="action" decision={decision} />],
    ...(decision.status === 'confirmed' || outcome
      ? [['Outcome', <DecisionOutcome key="outcome" {...decision} />] as const]
      : []),
  ]
  return (
    <Section title="Decided">
      <dl className={facts.facts}>
        {rows.map(([term, value]) => (
          <div key={term} className={facts.fact}>
            <dt className={facts.term}>{term}</dt>
            <dd className={`${facts.value} ${styles.value}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** Lists the approval, the expiry and the withdrawal, if any. */
function listLaterRows({ second, status, expiresAt, ...decision }: DecisionView): [string, ReactNode][] {
  const { withdrawnAt, withdrawnBy, withdrawnText } = decision
  return [
    ...(second
      ? [
          [
            approvalAnswerLabels[second.answer],
            <>
              {getPersonName(second.by)}, <Timestamp at={second.at} as="full" />
              {second.text.seen === 'absent' ? null : (
                <span className={styles.words}>
                  <FieldValue value={second.text} />
                </span>
              )}
            </>,
          ] satisfies [string, ReactNode],
        ]
      : []),
    ...(status === 'waiting' && expiresAt !== null
      ? [
          ['Ends without an answer', <Timestamp key="ends" at={expiresAt} as="relative" />] satisfies [
            string,
            ReactNode,
          ],
        ]
      : []),
    ...(withdrawnAt === null
      ? []
      : [
          [
            'Withdrawn',
            <>
              {withdrawnBy === null ? null : `${getPersonName(withdrawnBy)}, `}
              <Timestamp at={withdrawnAt} as="full" />
              {withdrawnText === null ? null : (
                <span className={styles.words}>
                  <FieldValue value={withdrawnText} />
                </span>
              )}
            </>,
          ] satisfies [string, ReactNode],
        ]),
  ]
}

function DecisionOutcome(decision: DecisionView): ReactNode {
  const texts = useMessages('review')
  const format = useFormat()
  const { outcome } = decision
  if (outcome === null) return 'The service has not ended it yet.'
  const { says } = describeDecisionStatus(decision, texts, format)
  return (
    <>
      {says} It ended as <StateLabel state={outcome.state} />{' '}
      <RowInterval from={outcome.from} to={outcome.to} />.
    </>
  )
}

function ApprovalReasonList({ needed }: { readonly needed: readonly string[] }): ReactNode {
  return (
    <ul>
      {needed.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}

function getPersonName({ me, name }: DecisionView['by']): string {
  return me ? 'you' : name
}
