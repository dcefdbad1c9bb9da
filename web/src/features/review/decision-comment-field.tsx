import { decisionComment } from '@paydesk/shared/cases/decisions'
import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import { detectPersonalData } from '../../ui/forms/detect-personal-data.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import styles from './decide.module.css'

interface DecisionCommentFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave?: () => void
  readonly field: Ref<HTMLTextAreaElement>
  /** Allows an empty comment; any other comment must have the usual length. */
  readonly isOptional?: boolean
  readonly isReadOnly?: boolean
}

const minCommentLength = 15
const maxCommentLength = 1_000

/** Checks a comment against the server's schema. */
export function isDecisionComment(text: string): boolean {
  return decisionComment.safeParse(text).success
}

/** Comment field of a decision, with a character count and a warning about personal data. */
export function DecisionCommentField({
  isOptional = false,
  isReadOnly = false,
  ...props
}: DecisionCommentFieldProps): ReactNode {
  const ids = { field: useId(), help: useId() }
  const length = props.value.trim().length
  const marks = detectPersonalData(props.value)
  const missing = length === 0 && isOptional ? 0 : minCommentLength - length
  return (
    <>
      <label htmlFor={ids.field}>{props.label}</label>
      <textarea
        ref={props.field}
        id={ids.field}
        rows={3}
        value={props.value}
        maxLength={maxCommentLength}
        readOnly={isReadOnly}
        aria-describedby={ids.help}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onLeave}
      />
      <div id={ids.help} className={styles.help}>
        <p>
          {missing > 0
            ? `At least ${minCommentLength} characters, ${missing} more.`
            : `${formatCount(length)} of ${formatCount(maxCommentLength)} characters.`}
        </p>
        <p aria-live="polite" className={styles.warning}>
          {marks.length > 0 ? (
            <>
              <span aria-hidden>▲</span> This looks like {marks.join(' and ')}: it is kept as typed, so leave
              it out unless it is needed.
            </>
          ) : null}
        </p>
      </div>
    </>
  )
}
