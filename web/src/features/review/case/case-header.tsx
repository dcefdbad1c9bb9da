import type { CaseDetail, CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { CustomerLink } from '../../../ui/links/record-links.tsx'
import { RowMoney } from '../../../ui/table/row-value.tsx'
import { FieldValue, getVisibleText } from '../../../ui/text/field-value.tsx'
import { RowInterval, RowTime } from '../../../ui/text/row-time.tsx'
import { NotProvided } from '../../../ui/text/state-label.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { CaseDecisionBadge, SlaBadge } from '../case-badges.tsx'
import { DecisionLink } from '../decision-link.tsx'
import styles from './case-header.module.css'

interface ReviewCaseFactsProps {
  readonly row: CaseSummary
  readonly item: CaseDetail
}

/** Facts at the top of a case: why the case waits, its SLA, and what a decision needs. */
export function ReviewCaseFacts({ row, item }: ReviewCaseFactsProps): ReactNode {
  const { customer } = item.view
  const facts: readonly { readonly term: string; readonly value: ReactNode; readonly isWide?: boolean }[] = [
    { term: 'Why', value: <ReviewReason row={row} /> },
    {
      term: 'In review',
      value: (
        <>
          <RowTime at={row.since.to} as="age" />{' '}
          <span className={styles.quiet}>
            (seen <RowInterval {...row.since} />)
          </span>
        </>
      ),
    },
    {
      term: 'Agreed time',
      value: (
        <>
          <SlaBadge level={row.level} />, due <Timestamp at={row.level.dueAt} as="relative" />
        </>
      ),
    },
    {
      term: 'Expires',
      value: row.expiresAt === null ? <NotProvided /> : <Timestamp at={row.expiresAt} as="relative" />,
    },
    {
      term: 'Amount',
      value: (
        <RowMoney
          amount={row.amount}
          currency={row.currency}
          from="from notifications and what was created"
        />
      ),
    },
    {
      term: 'RID',
      value: customer ? (
        <CustomerLink customer={customer.customer} open={row.transaction}>
          <code>{getVisibleText(customer.rid)}</code>
        </CustomerLink>
      ) : (
        <FieldValue value={row.rid} mono />
      ),
    },
    { term: 'Merchant', value: <FieldValue value={row.merchant} mono /> },
    ...(row.decision === null
      ? []
      : [
          {
            term: 'Decision',
            value: (
              <DecisionLink decision={row.decision.decision}>
                <CaseDecisionBadge decision={row.decision} />
              </DecisionLink>
            ),
          },
        ]),
    { term: 'Second person', value: <ApprovalReasons needs={item.needs} />, isWide: true },
  ]
  return (
    <dl className={styles.facts} aria-label="The item">
      {facts.map(({ term, value, isWide }) => (
        <div key={term} className={styles.fact} data-wide={isWide || undefined}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ReviewReason({ row: { kind, concerns } }: { readonly row: CaseSummary }): ReactNode {
  const { concerns: reviewConcernLabels, kinds: reviewKindLabels } = useMessages('review')
  const others = concerns.filter((each) => each !== kind)
  return (
    <>
      <b>{reviewKindLabels[kind]}</b>
      {others.length > 0 ? (
        <span className={styles.quiet}>
          , waits for {others.map((each) => reviewConcernLabels[each]).join(', ')}
        </span>
      ) : null}
    </>
  )
}

/** Lists each approval reason once, with the verdicts that need it unless all do. */
function ApprovalReasons({ needs }: Pick<CaseDetail, 'needs'>): ReactNode {
  const { verdicts: verdictLabels } = useMessages('review')
  const reasons = [...new Set([...needs.accept, ...needs.reject, ...needs.cancel])]
  if (reasons.length === 0) return 'not needed'
  const verdicts = ['accept', 'reject', 'cancel'] as const
  return (
    <>
      <b>needed</b>:{' '}
      {reasons
        .map((reason) => {
          const by = verdicts.filter((verdict) => needs[verdict].includes(reason))
          const some = by.map((verdict) => verdictLabels[verdict].toLowerCase()).join(' or ')
          return by.length === verdicts.length ? reason : `${reason} (to ${some})`
        })
        .join('; ')}
    </>
  )
}
