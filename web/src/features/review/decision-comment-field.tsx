import { decisionCommentSchema } from '@paydesk/shared/cases/decisions'
import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { detectPersonalData } from '../../ui/forms/detect-personal-data.ts'
import { useFormatPersonalDataKinds } from '../../ui/forms/use-format-personal-data-kinds.ts'
import styles from './decide.module.css'

interface DecisionCommentFieldProps {
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
  return decisionCommentSchema.safeParse(text).success
}

/** Comment field of a decision, with a character count and a warning about personal data. */
export function DecisionCommentField({
  isOptional = false,
  isReadOnly = false,
  ...props
}: DecisionCommentFieldProps): ReactNode {
  const { comment } = useMessages('review')
  const namesOf = useFormatPersonalDataKinds()
  const format = useFormatter()
  const ids = { field: useId(), help: useId() }
  const length = props.value.trim().length
  const marks = detectPersonalData(props.value)
  const missing = length === 0 && isOptional ? 0 : minCommentLength - length
  return (
    <>
      <label htmlFor={ids.field}>{comment.label}</label>
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
            ? format.text(comment.tooShort, { min: minCommentLength })
            : format.text(comment.length, { count: length, max: maxCommentLength })}
        </p>
        <p aria-live="polite" className={styles.warning}>
          {marks.length > 0 ? (
            <>
              <span aria-hidden>▲</span> {format.text(comment.personalData, { kinds: namesOf(marks) })}
            </>
          ) : null}
        </p>
      </div>
    </>
  )
}
