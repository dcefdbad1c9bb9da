import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { detectPersonalData, type PersonalDataKind } from './detect-personal-data.ts'
import styles from './free-text-field.module.css'
import { useFormatPersonalDataKinds } from './use-format-personal-data-kinds.ts'

interface FreeTextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows: number
  readonly maxLength: number
  /** Shown below the text unless that text looks like personal data. */
  readonly help: string
  /** Personal data found, if more than this text is checked. */
  readonly marks?: readonly PersonalDataKind[]
  readonly field?: Ref<HTMLTextAreaElement>
}

/** Field for a text that others will read; warns if the text looks like personal data. */
export function FreeTextField({ label, onChange, help, field, ...props }: FreeTextFieldProps): ReactNode {
  const { personalData } = useMessages('lists')
  const format = useFormatter()
  const namesOf = useFormatPersonalDataKinds()
  const ids = { text: useId(), help: useId() }
  const { marks = detectPersonalData(props.value), ...area } = props
  return (
    <>
      <label htmlFor={ids.text}>{label}</label>
      <textarea
        {...area}
        ref={field}
        id={ids.text}
        className={styles.text}
        aria-describedby={ids.help}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={ids.help} aria-live="polite" className={marks.length > 0 ? styles.warning : styles.quiet}>
        {marks.length > 0 ? `▲ ${format.text(personalData.leaveOut, { kinds: namesOf(marks) })}` : help}
      </p>
    </>
  )
}
