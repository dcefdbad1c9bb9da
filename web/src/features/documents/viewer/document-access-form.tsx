import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { ticketNumber as caseRefForm } from '@paydesk/shared/core/purposes'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { detectPersonalDataInTicket } from '../../../ui/forms/detect-personal-data.ts'
import { choosePurposeByDigit, focusPurpose, PurposeChoice } from '../../../ui/forms/purpose-choice.tsx'
import { StepUpFields } from '../../../ui/forms/step-up-fields.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TicketInput } from '../../../ui/forms/ticket-input.tsx'
import styles from '../forms.module.css'
import type { DocumentAccessReason } from '../queries.ts'

interface DocumentAccessFormProps {
  readonly label: string
  readonly legend: string
  /** Purpose chosen before re-authentication; null if none. */
  readonly purpose: PurposeCode | null
  /** Notice of what will be recorded, shown before it is recorded. */
  readonly says: ReactNode
  readonly go: string
  /** Own path to return to after re-authentication. */
  readonly returnTo: string
  readonly onGo: (opening: DocumentAccessReason) => void
}

/** Asks for a purpose (by digit) and a ticket; Enter submits. Fetches nothing before. */
export function DocumentAccessForm({
  label,
  legend,
  says,
  go,
  returnTo,
  onGo,
  ...props
}: DocumentAccessFormProps): ReactNode {
  const { viewer: texts } = useMessages('documents')
  const [purpose, setPurpose] = useState<PurposeCode | null>(props.purpose)
  const [ticket, setTicket] = useState('')
  const { missing } = useMessages('lists')
  const group = useRef<HTMLFieldSetElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => focusPurpose(group.current), [])
  const typed = caseRefForm.safeParse(ticket)
  const isTicket = typed.success && detectPersonalDataInTicket(ticket).length === 0
  function send(event: FormEvent) {
    event.preventDefault()
    if (purpose !== null && isTicket) onGo({ purpose, caseRef: typed.data })
  }
  function onKeyDown(event: KeyboardEvent) {
    choosePurposeByDigit(event, (code) => {
      setPurpose(code)
      field.current?.focus()
      field.current?.select()
    })
  }
  return (
    <form aria-label={label} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <StepUpFields returnTo={returnTo} says={texts.reauthentication}>
        <PurposeChoice legend={legend} field={group} chosen={purpose} onChoose={setPurpose} look="boxes" />
        <TicketInput field={field} value={ticket} onChange={setTicket} />
        <div className={styles.says}>{says}</div>
        <p className={styles.go}>
          <SubmitButton
            missing={[...(purpose === null ? [missing.reason] : []), ...(isTicket ? [] : [missing.ticket])]}
            isBusy={false}
            keys="↵"
          >
            {go}
          </SubmitButton>
        </p>
      </StepUpFields>
    </form>
  )
}
