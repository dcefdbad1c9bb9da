import { ticketNumberSchema } from '@paydesk/shared/core/purposes'
import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { detectPersonalDataInTicket } from './detect-personal-data.ts'
import styles from './ticket-input.module.css'
import { useFormatPersonalDataKinds } from './use-format-personal-data-kinds.ts'

interface TicketInputProps {
  readonly field?: Ref<HTMLInputElement>
  readonly label?: string
  /** Shown while the ticket is valid. */
  readonly help?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Number of a ticket or case. The audit log stores the number unchanged, so personal data is rejected. */
export function TicketInput({ field, label, help, value, onChange }: TicketInputProps): ReactNode {
  const { ticket } = useMessages('lists')
  const format = useFormatter()
  const namesOf = useFormatPersonalDataKinds()
  const ids = { field: useId(), help: useId() }
  const marks = detectPersonalDataInTicket(value)
  const isOfForm = value === '' || ticketNumberSchema.safeParse(value).success
  const wrong =
    marks.length > 0
      ? `▲ ${format.text(ticket.personalData, { kinds: namesOf(marks) })}`
      : isOfForm
        ? null
        : ticket.form
  return (
    <div className={styles.ticket}>
      <label htmlFor={ids.field}>{label ?? ticket.label}</label>
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
        {wrong ?? help}
      </p>
    </div>
  )
}
