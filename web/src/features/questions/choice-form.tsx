import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { FreeTextField } from '../../ui/forms/free-text-field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import list from '../../ui/page/approval-request-list.module.css'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { isBrowserOrSystemShortcut, isSubmitShortcut, readPressedDigit } from '../../ui/state/key-press.ts'
import styles from './questions.module.css'

interface ChoiceTextFormProps<Value extends string> {
  readonly label: string
  readonly legend: string
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: Value | null
  readonly onChoose: (value: Value) => void
  readonly text: string
  readonly textLabel: string
  readonly onText: (text: string) => void
  /** Help below the text, replaced by a warning if the text looks like personal data. */
  readonly help: string
  readonly go: string
  readonly canSend: boolean
  readonly isSending: boolean
  readonly onSend: () => void
  readonly error: unknown
  readonly missing: string
}

/** Form with options (chosen by digit), a text and Ctrl+Enter. Warns if the text looks like personal data. */
export function ChoiceTextForm<Value extends string>(props: ChoiceTextFormProps<Value>): ReactNode {
  const { choices, chosen, onChoose, canSend, onSend } = props
  const texts = useMessages('questions')
  const { missing } = useMessages('lists')
  const name = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isBegun = useRef(chosen !== null || props.text !== '')
  useEffect(() => {
    const typedIn = document.activeElement?.closest('form') ?? null
    // Keep the focus where the person types, if this form appears meanwhile.
    if (typedIn !== null && typedIn !== form.current) return
    // Keep the page at its beginning: the form may stand below the edge of a small window.
    if (!isBegun.current) return group.current?.focus({ preventScroll: true })
    area.current?.focus({ preventScroll: true })
    // Place the caret at the end of the text, where typing continues.
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [])
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (canSend && !props.isSending) onSend()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isSubmitShortcut(event)) send(event)
    if (event.target === area.current || isBrowserOrSystemShortcut(event)) return
    const choice = choices[(readPressedDigit(event) ?? 0) - 1]
    if (choice === undefined) {
      // Focus the text on the first letter, so that later digits are not taken for options.
      if (/^[^ \d]$/u.test(event.key)) area.current?.focus()
      return
    }
    event.preventDefault()
    onChoose(choice.value)
    area.current?.focus()
  }
  return (
    <form ref={form} aria-label={props.label} className={list.form} onSubmit={send} onKeyDown={onKeyDown}>
      <fieldset ref={group} tabIndex={-1} className={styles.choices}>
        <legend>{props.legend}</legend>
        {choices.map(({ value, label }, nth) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              aria-keyshortcuts={String(nth + 1)}
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <FreeTextField
        label={props.textLabel}
        field={area}
        value={props.text}
        onChange={props.onText}
        rows={3}
        maxLength={500}
        help={props.help}
      />
      <p className={styles.line}>
        <SubmitButton
          missing={chosen === null ? [missing.option] : []}
          isBusy={!canSend || props.isSending}
          hasShortcut
        >
          {props.isSending ? texts.sending : props.go}
        </SubmitButton>
      </p>
      {props.error ? (
        <ProblemNote error={props.error} missing={props.missing} unknown={texts.unknownOutcome} />
      ) : null}
    </form>
  )
}
