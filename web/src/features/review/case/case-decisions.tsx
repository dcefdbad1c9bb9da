import type { DecisionView } from '@paydesk/shared/work/decision'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/page/section.tsx'
import { ShownValue } from '../../../ui/text/masked-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { StandingWord } from '../decision-standing.tsx'
import { verdictWords } from '../words.ts'
import styles from './item-notes.module.css'

interface DecisionsSectionProps {
  /** Newest first. */
  readonly decisions: readonly DecisionView[]
  readonly decisionLink: (decision: DecisionView['decision'], words: ReactNode) => ReactNode
}

const answerWords = { confirm: 'confirmed', refuse: 'refused', send_back: 'sent back' } as const

/** Every decision that was ever made about it, with what was said and what came of it. */
export function DecisionsSection({ decisions, decisionLink }: DecisionsSectionProps): ReactNode {
  return (
    <Section title="Earlier decisions" note={decisions.length > 0 ? decisions.length : null}>
      {decisions.length === 0 ? <p className={styles.none}>Nothing has been decided here yet.</p> : null}
      <ol className={styles.list} aria-label="Earlier decisions">
        {decisions.map((decision) => (
          <li key={decision.decision} className={styles.note}>
            <p>
              {decisionLink(
                decision.decision,
                <b>
                  {verdictWords[decision.verdict]}: {decision.reason.words}
                </b>,
              )}{' '}
              <StandingWord decision={decision} />
            </p>
            <p className={styles.head}>
              {nameOf(decision.by)} <RowTime at={decision.at} as="exact" />
              {decision.second ? (
                <>
                  {' '}
                  · {answerWords[decision.second.answer]} by{' '}
                  {decision.second.by.me ? 'you' : decision.second.by.name}{' '}
                  <RowTime at={decision.second.at} as="exact" />
                </>
              ) : null}
            </p>
            <p className={styles.text}>
              <ShownValue value={decision.text} />
            </p>
            {decision.withdrawnBy && decision.withdrawnText ? (
              <p className={styles.text}>
                Withdrawn by {decision.withdrawnBy.me ? 'you' : decision.withdrawnBy.name}:{' '}
                <ShownValue value={decision.withdrawnText} />
              </p>
            ) : null}
            {decision.second && decision.second.text.seen !== 'absent' ? (
              <p className={styles.text}>
                <ShownValue value={decision.second.text} />
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function nameOf({ me, name }: DecisionView['by']): string {
  return me ? 'You' : name
}
