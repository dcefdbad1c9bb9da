import { decisionText } from '@paydesk/shared/work/decision'
import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import { personalMarks } from '../../ui/forms/personal-marks.ts'
import { counted } from '../../ui/text/counted.ts'
import styles from './decide.module.css'

interface WordsFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave?: () => void
  readonly field: Ref<HTMLTextAreaElement>
  /** May be left empty; if not, the same length holds. */
  readonly isOptional?: boolean
  readonly isReadOnly?: boolean
}

const shortest = 15
const longest = 1_000

/** Whether the server will take it as words for a decision. */
export function areWords(text: string): boolean {
  return decisionText.safeParse(text).success
}

/** Free text beside a decision: counted, and warned about where it seems to hold personal data. */
export function WordsField({ isOptional = false, isReadOnly = false, ...props }: WordsFieldProps): ReactNode {
  const ids = { field: useId(), help: useId() }
  const length = props.value.trim().length
  const marks = personalMarks(props.value)
  const missing = length === 0 && isOptional ? 0 : shortest - length
  return (
    <>
      <label htmlFor={ids.field}>{props.label}</label>
      <textarea
        ref={props.field}
        id={ids.field}
        rows={3}
        value={props.value}
        maxLength={longest}
        readOnly={isReadOnly}
        aria-describedby={ids.help}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onLeave}
      />
      <div id={ids.help} className={styles.help}>
        <p>
          {missing > 0
            ? `At least ${shortest} characters, ${missing} more.`
            : `${counted(length)} of ${counted(longest)} characters.`}
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
