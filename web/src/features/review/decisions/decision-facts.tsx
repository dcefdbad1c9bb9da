import type { DecisionView } from '@paydesk/shared/work/decision'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/page/section.tsx'
import facts from '../../../ui/text/facts.module.css'
import { ShownValue } from '../../../ui/text/masked-value.tsx'
import { RowInterval } from '../../../ui/text/row-time.tsx'
import { StateWord } from '../../../ui/text/state-mark.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { ActionWords } from '../action-words.tsx'
import { standingOf } from '../decision-standing.tsx'
import styles from './case.module.css'
import type { CasePageProps } from './decision-page.tsx'

interface CaseFactsProps extends Pick<CasePageProps, 'transactionLink' | 'itemLink'> {
  readonly decision: DecisionView
}

const answerWords = { confirm: 'Confirmed', refuse: 'Refused', send_back: 'Sent back' } as const

/** What was decided, why, by whom, and what came of it. */
export function CaseFacts({ decision, transactionLink, itemLink }: CaseFactsProps): ReactNode {
  const { reason, text, ticket, by, at, state, needed, transaction, outcome } = decision
  const rows: readonly (readonly [term: string, value: ReactNode])[] = [
    ['Reason', reason.words],
    ['In their words', <ShownValue key="text" value={text} />],
    ...(ticket.seen === 'absent'
      ? []
      : [['Ticket', <ShownValue key="ticket" value={ticket} mono />] as const]),
    [
      'Decided',
      <>
        {nameOf(by)}, <Timestamp at={at} as="full" />
      </>,
    ],
    ['On the state', <StateWord key="state" state={state} />],
    ['Transaction', transactionLink(transaction, <code>{transaction}</code>)],
    ['Item', itemLink(transaction, 'Open in the review queue')],
    ['Second person', needed.length === 0 ? 'not needed' : <Needed needed={needed} />],
    ...laterRows(decision),
    ['At the service', <ActionWords key="action" decision={decision} />],
    ...(decision.status === 'confirmed' || outcome
      ? [['Outcome', <Outcome key="outcome" {...decision} />] as const]
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

/** What was answered, until when it may be, and whether it was taken back. */
function laterRows({ second, status, expiresAt, ...decision }: DecisionView): [string, ReactNode][] {
  const { withdrawnAt, withdrawnBy, withdrawnText } = decision
  return [
    ...(second
      ? [
          [
            answerWords[second.answer],
            <>
              {nameOf(second.by)}, <Timestamp at={second.at} as="full" />
              {second.text.seen === 'absent' ? null : (
                <span className={styles.words}>
                  <ShownValue value={second.text} />
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
              {withdrawnBy === null ? null : `${nameOf(withdrawnBy)}, `}
              <Timestamp at={withdrawnAt} as="full" />
              {withdrawnText === null ? null : (
                <span className={styles.words}>
                  <ShownValue value={withdrawnText} />
                </span>
              )}
            </>,
          ] satisfies [string, ReactNode],
        ]),
  ]
}

function Outcome(decision: DecisionView): ReactNode {
  const { outcome } = decision
  if (outcome === null) return 'The service has not ended it yet.'
  const { says } = standingOf(decision)
  return (
    <>
      {says} It ended as <StateWord state={outcome.state} />{' '}
      <RowInterval from={outcome.from} to={outcome.to} />.
    </>
  )
}

function Needed({ needed }: { readonly needed: readonly string[] }): ReactNode {
  return (
    <ul>
      {needed.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}

function nameOf({ me, name }: DecisionView['by']): string {
  return me ? 'you' : name
}
