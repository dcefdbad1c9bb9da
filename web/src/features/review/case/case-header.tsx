import type { CaseDetail, CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { RowInterval, RowTime } from '../../../ui/text/row-time.tsx'
import { NotProvidedText } from '../../../ui/text/state-label.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { CaseDecisionBadge, SlaBadge } from '../case-badges.tsx'
import { DecisionLink } from '../decision-link.tsx'
import styles from './case-header.module.css'

interface ReviewCaseHeaderProps {
  readonly row: CaseSummary
  readonly item: CaseDetail
}

/** Facts at the top of a case: why the case waits, its SLA, and what a decision needs. */
export function ReviewCaseHeader({ row, item }: ReviewCaseHeaderProps): ReactNode {
  const { facts: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const facts: readonly { readonly term: string; readonly value: ReactNode; readonly isWide?: boolean }[] = [
    { term: texts.reason, value: <ReviewReason row={row} /> },
    {
      term: texts.inReview,
      value: (
        <>
          <RowTime at={row.since.to} as="relative" />{' '}
          <span className={styles.quiet}>
            {format.parts(texts.firstSeen, { interval: <RowInterval key="interval" {...row.since} /> })}
          </span>
        </>
      ),
    },
    {
      term: texts.sla,
      value: format.parts(texts.due, {
        sla: <SlaBadge key="sla" level={row.sla} />,
        time: <Timestamp key="due" at={row.sla.dueAt} as="relative" />,
      }),
    },
    {
      term: texts.expires,
      value: row.expiresAt === null ? <NotProvidedText /> : <Timestamp at={row.expiresAt} as="relative" />,
    },
    ...(row.decision === null
      ? []
      : [
          {
            term: texts.decision,
            value: (
              <DecisionLink decision={row.decision.decision}>
                <CaseDecisionBadge decision={row.decision} />
              </DecisionLink>
            ),
          },
        ]),
    { term: texts.approval, value: <ApprovalReasons needs={item.approvalReasons} />, isWide: true },
  ]
  return (
    <dl className={styles.facts} aria-label={texts.label}>
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
  const { concerns: areaLabels, kinds: reviewKindLabels } = useMessages('review')
  const { facts } = useMessages('reviewCase')
  const format = useFormatter()
  const others = concerns.filter((each) => each !== kind)
  return (
    <>
      <b>{reviewKindLabels[kind]}</b>
      {others.length > 0 ? (
        <span className={styles.quiet}>
          {format.text(facts.alsoWaitsFor, { areas: others.map((each) => areaLabels[each]).join(', ') })}
        </span>
      ) : null}
    </>
  )
}

/** Lists each approval reason once, with the verdicts that need it unless all do. */
function ApprovalReasons({ needs }: { readonly needs: CaseDetail['approvalReasons'] }): ReactNode {
  const { approvalRules, badges, verdicts: verdictLabels } = useMessages('review')
  const { facts } = useMessages('reviewCase')
  const format = useFormatter()
  const rules = [...new Set([...needs.accept, ...needs.reject, ...needs.cancel])]
  if (rules.length === 0) return facts.notRequired
  const verdicts = ['accept', 'reject', 'cancel'] as const
  return (
    <>
      <b>{badges.approval}</b>:{' '}
      {rules.map((rule, at) => {
        const by = verdicts.filter((verdict) => needs[verdict].includes(rule))
        const some = by.map((verdict) => verdictLabels[verdict]).join(', ')
        return (
          <span key={rule} className={rules.length > 1 ? styles.reason : undefined}>
            {by.length === verdicts.length
              ? approvalRules[rule]
              : format.text(facts.reasonFor, { reason: approvalRules[rule], verdicts: some })}
            {at < rules.length - 1 ? '; ' : ''}
          </span>
        )
      })}
    </>
  )
}
