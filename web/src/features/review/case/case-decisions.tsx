import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { DecisionLink } from '../decision-link.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import styles from './case-notes.module.css'

interface EarlierDecisionsSectionProps {
  /** Sorted newest first. */
  readonly decisions: readonly DecisionView[]
}

const approvalAnswerLabels = { confirm: 'confirmed', refuse: 'refused', send_back: 'sent back' } as const

/** Lists every decision ever made on the case, with comment and outcome. */
export function EarlierDecisionsSection({ decisions }: EarlierDecisionsSectionProps): ReactNode {
  const { verdicts: verdictLabels } = useMessages('review')
  return (
    <Section title="Earlier decisions" note={decisions.length > 0 ? decisions.length : null}>
      {decisions.length === 0 ? <p className={styles.none}>Nothing has been decided here yet.</p> : null}
      <ol className={styles.list} aria-label="Earlier decisions">
        {decisions.map((decision) => (
          <li key={decision.decision} className={styles.note}>
            <p>
              <DecisionLink decision={decision.decision}>
                <b>
                  {verdictLabels[decision.verdict]}: {decision.reason.words}
                </b>
              </DecisionLink>{' '}
              <DecisionStatusBadge decision={decision} />
            </p>
            <p className={styles.head}>
              {getPersonName(decision.by)} <RowTime at={decision.at} as="exact" />
              {decision.second ? (
                <>
                  {' '}
                  · {approvalAnswerLabels[decision.second.answer]} by{' '}
                  {decision.second.by.me ? 'you' : decision.second.by.name}{' '}
                  <RowTime at={decision.second.at} as="exact" />
                </>
              ) : null}
            </p>
            <p className={styles.text}>
              <FieldValue value={decision.text} />
            </p>
            {decision.withdrawnBy && decision.withdrawnText ? (
              <p className={styles.text}>
                Withdrawn by {decision.withdrawnBy.me ? 'you' : decision.withdrawnBy.name}:{' '}
                <FieldValue value={decision.withdrawnText} />
              </p>
            ) : null}
            {decision.second && decision.second.text.seen !== 'absent' ? (
              <p className={styles.text}>
                <FieldValue value={decision.second.text} />
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function getPersonName({ me, name }: DecisionView['by']): string {
  return me ? 'You' : name
}
