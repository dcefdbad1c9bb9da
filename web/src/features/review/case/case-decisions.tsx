import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { ConfiguredText } from '../../../ui/text/configured-text.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { DecisionLink } from '../decision-link.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import styles from './case-notes.module.css'

interface EarlierDecisionsSectionProps {
  /** Sorted newest first. */
  readonly decisions: readonly DecisionView[]
}

/** Lists every decision ever made on the case, with comment and outcome. */
export function EarlierDecisionsSection({ decisions }: EarlierDecisionsSectionProps): ReactNode {
  const { byYou, verdicts: verdictLabels, youFirst } = useMessages('review')
  const { earlier: texts } = useMessages('reviewCase')
  const format = useFormat()
  const nameAfterBy = ({ me, name }: DecisionView['by']) => (me ? byYou : name)
  return (
    <Section title={texts.title} note={decisions.length > 0 ? decisions.length : null}>
      {decisions.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ol className={styles.list} aria-label={texts.title}>
        {decisions.map((decision) => (
          <li key={decision.decision} className={styles.note}>
            <p>
              <DecisionLink decision={decision.decision}>
                <b>
                  {format.parts(texts.decision, {
                    verdict: verdictLabels[decision.verdict],
                    reason: <ConfiguredText key="reason" of={decision.reason.label} />,
                  })}
                </b>
              </DecisionLink>{' '}
              <DecisionStatusBadge decision={decision} />
            </p>
            <p className={styles.head}>
              {decision.by.me ? youFirst : decision.by.name} <RowTime at={decision.at} as="exact" />
              {decision.approval ? (
                <>
                  {' '}
                  ·{' '}
                  {format.text(texts.answers[decision.approval.answer], {
                    name: nameAfterBy(decision.approval.by),
                  })}{' '}
                  <RowTime at={decision.approval.at} as="exact" />
                </>
              ) : null}
            </p>
            <p className={styles.text}>
              <FieldValue value={decision.text} />
            </p>
            {decision.withdrawnBy && decision.withdrawnText ? (
              <p className={styles.text}>
                {format.parts(texts.withdrawn, {
                  name: nameAfterBy(decision.withdrawnBy),
                  comment: <FieldValue key="comment" value={decision.withdrawnText} />,
                })}
              </p>
            ) : null}
            {decision.approval && decision.approval.text.visibility !== 'absent' ? (
              <p className={styles.text}>
                <FieldValue value={decision.approval.text} />
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  )
}
