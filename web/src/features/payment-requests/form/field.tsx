import type { ReactNode } from 'react'
import styles from './form.module.css'

interface FieldStatus {
  /** The server’s name of the field. */
  readonly name: string
  readonly error: string | undefined
}

interface RequestFormFieldProps extends FieldStatus {
  readonly label: string
  readonly help?: ReactNode
  readonly isOptional?: boolean
  readonly children: (given: {
    readonly id: string
    readonly 'aria-describedby': string
    readonly 'aria-invalid': boolean
    readonly 'data-field': string
  }) => ReactNode
}

/** A label, what is typed into, and below it either help or what is expected. */
export function RequestFormField({
  name,
  label,
  error,
  help,
  isOptional = false,
  children,
}: RequestFormFieldProps): ReactNode {
  const id = getRequestFieldId(name)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {isOptional ? <span className={styles.optional}> optional</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': `${id}-says`,
        'aria-invalid': error !== undefined,
        'data-field': name,
      })}
      <p id={`${id}-says`} className={error === undefined ? styles.help : styles.wrong}>
        {error === undefined ? help : <FieldErrorMessage>{error}</FieldErrorMessage>}
      </p>
    </div>
  )
}

/** With a sign of its own: an error is not told by its colour. */
export function FieldErrorMessage({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <span aria-hidden>▲ </span>
      {children}
    </>
  )
}

export function getRequestFieldId(name: string): string {
  return `payment-${name.replace('.', '-')}`
}

interface RequestTextFieldProps extends FieldStatus {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly help?: ReactNode
  readonly isOptional?: boolean
  readonly isRequired?: boolean
  readonly isMono?: boolean
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'tel'
  readonly placeholder?: string
}

/** One line of text, exactly as it is typed; the browser proposes nothing and keeps nothing. */
export function RequestTextField(props: RequestTextFieldProps): ReactNode {
  const { value, onChange, isRequired, isMono, inputMode = 'text', placeholder } = props
  return (
    <RequestFormField {...props}>
      {(given) => (
        <input
          {...given}
          className={styles.input}
          data-mono={isMono}
          value={value}
          maxLength={200}
          required={isRequired}
          inputMode={inputMode}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </RequestFormField>
  )
}

interface RequestSelectFieldProps extends FieldStatus {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  /** What stands there while nothing is chosen; without it there is always a choice. */
  readonly none?: string
  readonly help?: ReactNode
  readonly onChange: (value: string) => void
}

export function RequestSelectField(props: RequestSelectFieldProps): ReactNode {
  const { value, options, none, onChange } = props
  return (
    <RequestFormField {...props}>
      {(given) => (
        <select
          {...given}
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {none === undefined ? null : <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </RequestFormField>
  )
}
