import type { DecideCaseResponse } from '@paydesk/shared/cases/decisions'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import styles from '../decide.module.css'
import { DecisionLink } from '../decision-link.tsx'
import type { RecordFieldChange } from '../field-labels.ts'
import { RecordChangesList } from '../record-changes-list.tsx'
import { describeDecisionNextStep } from './use-decision-submission.ts'

interface DecisionConflictNoticeProps {
  readonly changes: readonly RecordFieldChange[]
  readonly awaitsReading: boolean
  readonly asksForLook: boolean
  readonly readAgain: () => void
}

/** Warns that the record changed while the form was open: shows the changes and how to go on. */
export function DecisionConflictNotice(props: DecisionConflictNoticeProps): ReactNode {
  const { decide, inputKept } = useMessages('reviewCase')
  const { conflict: texts } = decide
  const { changes, awaitsReading, asksForLook, readAgain } = props
  return (
    <div className={styles.note} role="alert">
      <p className={styles.title}>
        <span aria-hidden>▲</span> {asksForLook ? texts.changed : texts.stopped}
      </p>
      {awaitsReading && changes.length === 0 ? null : (
        <RecordChangesList changes={changes} before={texts.before} />
      )}
      {awaitsReading ? (
        <p className={styles.again}>
          {texts.awaitsRefresh} <Button onClick={readAgain}>{texts.refresh}</Button>
        </p>
      ) : (
        <p>{asksForLook ? texts.confirm : `${inputKept} ${texts.sendAgain}`}</p>
      )}
    </div>
  )
}

interface DecisionResultNoticeProps {
  readonly answer: DecideCaseResponse | undefined
}

/** Shows the result of sending. `DecisionConflictNotice` covers a changed record. */
export function DecisionResultNotice({ answer }: DecisionResultNoticeProps): ReactNode {
  const { verdicts: verdictLabels } = useMessages('review')
  const nameColleague = useFormatColleagueName()
  const { decide: texts, inputKept } = useMessages('reviewCase')
  const format = useFormatter()
  switch (answer?.answer) {
    case 'made':
      return (
        <p className={styles.note} data-calm role="status">
          {format.parts(texts.recorded, {
            verdict: (
              <DecisionLink key="verdict" decision={answer.decision.decision}>
                {verdictLabels[answer.decision.verdict]}
              </DecisionLink>
            ),
            next: describeDecisionNextStep(answer.decision, texts),
          })}
        </p>
      )
    case 'not_yours':
      return (
        <p className={styles.note} role="alert">
          <b>{texts.claimLost}</b> {inputKept} {texts.claimAgain}
        </p>
      )
    case 'decided':
      return (
        <p className={styles.note} role="alert">
          <b>{texts.exists}</b>{' '}
          {format.parts(texts.existing, {
            verdict: (
              <DecisionLink key="verdict" decision={answer.decision.decision}>
                {verdictLabels[answer.decision.verdict]}
              </DecisionLink>
            ),
            name: nameColleague(answer.decision.by, 'object'),
            time: <Timestamp key="at" at={answer.decision.at} as="full" />,
          })}{' '}
          {inputKept}
        </p>
      )
    default:
      return null
  }
}
