import type { PurposeCode } from '@paydesk/shared/purpose'
import { caseRef as caseRefForm } from '@paydesk/shared/purpose'
import type { FormEvent, KeyboardEvent, ReactNode, Ref } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { ticketMarks } from '../ui/personal-marks.ts'
import { PurposeChoice, purposeByDigit } from '../ui/purpose-choice.tsx'
import styles from './forms.module.css'
import type { Opening } from './queries.ts'

interface OpeningFormProps {
  readonly label: string
  readonly legend: string
  /** Chosen already, by who comes back from proving who they are. */
  readonly purpose: PurposeCode | null
  /** What is recorded, said before it happens. */
  readonly says: ReactNode
  readonly go: string
  readonly onGo: (opening: Opening) => void
}

/** A purpose by its digit, a ticket, and Enter. Nothing is fetched before. */
export function OpeningForm({ label, legend, says, go, onGo, ...props }: OpeningFormProps): ReactNode {
  const [purpose, setPurpose] = useState<PurposeCode | null>(props.purpose)
  const [ticket, setTicket] = useState('')
  const group = useRef<HTMLFieldSetElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const begins = props.purpose === null ? group : field
  useEffect(() => begins.current?.focus({ preventScroll: true }), [begins])
  const typed = caseRefForm.safeParse(ticket)
  const isReady = purpose !== null && typed.success && ticketMarks(ticket).length === 0
  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady) onGo({ purpose, caseRef: typed.data })
  }
  function onKeyDown(event: KeyboardEvent) {
    purposeByDigit(event, (code) => {
      setPurpose(code)
      field.current?.focus()
    })
  }
  return (
    <form aria-label={label} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <PurposeChoice legend={legend} field={group} chosen={purpose} onChoose={setPurpose} look="boxes" />
      <TicketField field={field} value={ticket} onChange={setTicket} />
      <div className={styles.says}>{says}</div>
      <p className={styles.go}>
        <Button look="primary" type="submit" disabled={!isReady}>
          {go}
        </Button>
        <span aria-hidden>
          <Kbd keys="↵" />
        </span>
      </p>
    </form>
  )
}

interface TicketFieldProps {
  readonly field?: Ref<HTMLInputElement>
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The number of a ticket or case: it goes into the trail as it is, so nothing personal is taken. */
export function TicketField({ field, value, onChange }: TicketFieldProps): ReactNode {
  const ids = { field: useId(), help: useId() }
  const marks = ticketMarks(value)
  const isOfForm = value === '' || caseRefForm.safeParse(value).success
  const wrong =
    marks.length > 0
      ? `▲ This looks like ${marks.join(' and ')}: it is not taken.`
      : isOfForm
        ? null
        : 'Letters, digits and - _ / . # with at least one digit, for example CASE-5512.'
  return (
    <div className={styles.ticket}>
      <label htmlFor={ids.field}>Ticket or case</label>
      <input
        ref={field}
        id={ids.field}
        value={value}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={wrong !== null}
        aria-describedby={ids.help}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <p id={ids.help} aria-live="polite" className={marks.length > 0 ? styles.warning : styles.quiet}>
        {wrong}
      </p>
    </div>
  )
}
