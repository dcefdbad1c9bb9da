import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import styles from './form.module.css'

interface FieldStatus {
  /** Server's name of the field. */
  readonly name: string
  readonly error: string | undefined
}

interface PaymentRequestFormFieldProps extends FieldStatus {
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

/** Lays out label, input, and below it either the help or the expected value. */
export function PaymentRequestFormField({
  name,
  label,
  error,
  help,
  isOptional = false,
  children,
}: PaymentRequestFormFieldProps): ReactNode {
  const id = getPaymentRequestFieldId(name)
  const { optional } = useMessages('paymentRequests').form
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {isOptional ? <span className={styles.optional}> {optional}</span> : null}
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

/** Marks an error with a sign, so that colour is not the only cue. */
export function FieldErrorMessage({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <span aria-hidden>▲ </span>
      {children}
    </>
  )
}

export function getPaymentRequestFieldId(name: string): string {
  return `payment-${name.replace('.', '-')}`
}

interface PaymentRequestTextFieldProps extends FieldStatus {
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

/** Single-line input that keeps the text as typed; the browser suggests and stores nothing. */
export function PaymentRequestTextField(props: PaymentRequestTextFieldProps): ReactNode {
  const { value, onChange, isRequired, isMono, inputMode = 'text', placeholder } = props
  return (
    <PaymentRequestFormField {...props}>
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
    </PaymentRequestFormField>
  )
}

interface PaymentRequestSelectFieldProps extends FieldStatus {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  /** Text of the empty option; without it a value is always chosen. */
  readonly none?: string
  readonly help?: ReactNode
  readonly onChange: (value: string) => void
}

export function PaymentRequestSelectField(props: PaymentRequestSelectFieldProps): ReactNode {
  const { value, options, none, onChange } = props
  return (
    <PaymentRequestFormField {...props}>
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
    </PaymentRequestFormField>
  )
}
