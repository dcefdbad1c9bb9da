import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import {
  type ColleagueNamer,
  useFormatColleagueName,
} from '../../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { TransactionLink } from '../../../ui/links/record-links.tsx'
import { Section } from '../../../ui/page/section.tsx'
import facts from '../../../ui/text/description-list.module.css'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { LocalizedConfigText } from '../../../ui/text/localized-config-text.tsx'
import { RowInterval } from '../../../ui/text/row-time.tsx'
import { StateLabel } from '../../../ui/text/state-label.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { describeDecisionStatus } from '../decision-status.tsx'
import { OperatorActionStatus } from '../operator-action-status.tsx'
import styles from './decision-page.module.css'

interface DecisionFactsProps {
  readonly decision: DecisionView
}

/** Shows a decision with reason, author and outcome. */
export function DecisionFacts({ decision }: DecisionFactsProps): ReactNode {
  const { name: env } = useEnvironment()
  const nameColleague = useFormatColleagueName()
  const { approvalNotRequired, facts: texts } = useMessages('reviewDecisions')
  const format = useFormatter()
  const { reason, text, ticket, by, at, state, approvalReasons, transaction, outcome } = decision
  const rows: readonly (readonly [term: string, value: ReactNode])[] = [
    [texts.reason, <LocalizedConfigText key="reason" of={reason.label} />],
    [texts.comment, <FieldValue key="text" value={text} />],
    ...(ticket.visibility === 'absent'
      ? []
      : [[texts.ticket, <FieldValue key="ticket" value={ticket} mono />] as const]),
    [
      texts.by,
      format.parts(texts.byAt, {
        name: nameColleague(by, 'object'),
        time: <Timestamp key="at" at={at} as="full" />,
      }),
    ],
    // Only a case in review is decided, so a state that was not final was in review.
    [texts.state, <StateLabel key="state" state={state} inReview={!state.final} />],
    [
      texts.transaction,
      <TransactionLink key="transaction" transaction={transaction}>
        <code>{transaction}</code>
      </TransactionLink>,
    ],
    [
      texts.case,
      <Link key="item" to="/$env/review/$transaction" params={{ env, transaction }}>
        {texts.openCase}
      </Link>,
    ],
    [
      texts.approval,
      approvalReasons.length === 0 ? (
        approvalNotRequired
      ) : (
        <ApprovalReasonList key="second" of={approvalReasons} />
      ),
    ],
    ...listLaterRows(decision, texts, nameColleague),
    [texts.request, <OperatorActionStatus key="action" decision={decision} />],
    ...(decision.status === 'confirmed' || outcome
      ? [[texts.outcome, <DecisionOutcome key="outcome" {...decision} />] as const]
      : []),
  ]
  return (
    <Section title={texts.title}>
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
function listLaterRows(
  { approval, status, expiresAt, ...decision }: DecisionView,
  texts: Messages['reviewDecisions']['facts'],
  nameColleague: ColleagueNamer,
): [string, ReactNode][] {
  const { withdrawnAt, withdrawnBy, withdrawnText } = decision
  return [
    ...(approval
      ? [
          [
            texts.answers[approval.answer],
            <>
              {nameColleague(approval.by, 'object')}, <Timestamp at={approval.at} as="full" />
              {approval.text.visibility === 'absent' ? null : (
                <span className={styles.words}>
                  <FieldValue value={approval.text} />
                </span>
              )}
            </>,
          ] satisfies [string, ReactNode],
        ]
      : []),
    ...(status === 'waiting' && expiresAt !== null
      ? [[texts.expires, <Timestamp key="ends" at={expiresAt} as="relative" />] satisfies [string, ReactNode]]
      : []),
    ...(withdrawnAt === null
      ? []
      : [
          [
            texts.withdrawn,
            <>
              {withdrawnBy === null ? null : `${nameColleague(withdrawnBy, 'object')}, `}
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
  const { facts: factTexts } = useMessages('reviewDecisions')
  const format = useFormatter()
  const { outcome } = decision
  if (outcome === null) return factTexts.noOutcome
  const { message: says } = describeDecisionStatus(decision, texts, format)
  return format.parts(factTexts.ended, {
    detail: says,
    state: <StateLabel key="state" state={outcome.state} />,
    interval: <RowInterval key="interval" from={outcome.from} to={outcome.to} />,
  })
}

function ApprovalReasonList({ of }: { readonly of: DecisionView['approvalReasons'] }): ReactNode {
  const { approvalRules } = useMessages('review')
  return (
    <ul>
      {of.map((each) => (
        <li key={each}>{approvalRules[each]}</li>
      ))}
    </ul>
  )
}
