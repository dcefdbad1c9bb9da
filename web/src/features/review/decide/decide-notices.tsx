import type { DecideCaseResponse } from '@paydesk/shared/cases/decisions'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import styles from '../decide.module.css'
import { DecisionLink } from '../decision-link.tsx'
import type { RecordFieldChange } from '../field-labels.ts'
import { RecordChangesList } from '../record-changes-list.tsx'
import { describeNextStep } from './use-decision-submission.ts'

interface DecisionConflictNoticeProps {
  readonly changes: readonly RecordFieldChange[]
  readonly awaitsReading: boolean
  readonly asksForLook: boolean
  readonly readAgain: () => void
}

/** Warns that the record changed while the form was open: shows the changes and how to go on. */
export function DecisionConflictNotice(props: DecisionConflictNoticeProps): ReactNode {
  const { changes, awaitsReading, asksForLook, readAgain } = props
  return (
    <div className={styles.note} role="alert">
      <p className={styles.title}>
        <span aria-hidden>▲</span>{' '}
        {asksForLook
          ? 'This changed while it was open'
          : 'Nothing was decided: this changed while it was open'}
      </p>
      {awaitsReading && changes.length === 0 ? null : (
        <RecordChangesList changes={changes} before="When you opened it" />
      )}
      {awaitsReading ? (
        <p className={styles.again}>
          It is read again before you can send. <Button onClick={readAgain}>Read it now</Button>
        </p>
      ) : (
        <p>
          {asksForLook
            ? 'Look at it; then say so with the button below, and send.'
            : 'What you typed is still here. Look at it, then send again: it is decided as it is now.'}
        </p>
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
  switch (answer?.answer) {
    case 'made':
      return (
        <p className={styles.note} data-calm role="status">
          Recorded:{' '}
          <DecisionLink decision={answer.decision.decision}>
            {verdictLabels[answer.decision.verdict].toLowerCase()}
          </DecisionLink>
          . {describeNextStep(answer.decision)}
        </p>
      )
    case 'not_yours':
      return (
        <p className={styles.note} role="alert">
          <b>Nothing was decided: your claim on this item had ended.</b> What you typed is still here. Take it
          again, then send.
        </p>
      )
    case 'decided':
      return (
        <p className={styles.note} role="alert">
          <b>Nothing was decided: there is a decision already.</b>{' '}
          <DecisionLink decision={answer.decision.decision}>
            {verdictLabels[answer.decision.verdict]}
          </DecisionLink>{' '}
          by {answer.decision.by.me ? 'you' : answer.decision.by.name},{' '}
          <Timestamp at={answer.decision.at} as="full" />. What you typed is still here.
        </p>
      )
    default:
      return null
  }
}
