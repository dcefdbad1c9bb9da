import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { ticketNumber as caseRefForm } from '@paydesk/shared/core/purposes'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft, WithDraft } from '../../../ui/drafts/draft.tsx'
import type { DraftRef } from '../../../ui/drafts/queries.ts'
import { useDraftInput } from '../../../ui/drafts/use-draft-input.ts'
import { detectPersonalDataInTicket } from '../../../ui/forms/detect-personal-data.ts'
import { choosePurposeByDigit, focusPurpose, PurposeChoice } from '../../../ui/forms/purpose-choice.tsx'
import { StepUpFields } from '../../../ui/forms/step-up-fields.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TicketInput } from '../../../ui/forms/ticket-input.tsx'
import styles from '../forms.module.css'
import type { DocumentAccessReason } from '../queries.ts'

interface DocumentAccessFormProps {
  /** Document, for the draft. */
  readonly place: DraftRef<'document_access'>
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

/** Asks for a purpose (by digit) and a ticket; Enter submits. Fetches nothing of the document before. */
export function DocumentAccessForm(props: DocumentAccessFormProps): ReactNode {
  return (
    <WithDraft place={props.place}>
      {(draft) => <OpenedDocumentAccessForm {...props} draft={draft} />}
    </WithDraft>
  )
}

function OpenedDocumentAccessForm({
  label,
  legend,
  says,
  go,
  returnTo,
  onGo,
  draft,
  ...props
}: DocumentAccessFormProps & { readonly draft: FormDraft<'document_access'> }): ReactNode {
  const { viewer: texts } = useMessages('documents')
  const [{ purpose, caseRef: ticket }, change] = useDraftInput(draft, { purpose: props.purpose, caseRef: '' })
  const { missing } = useMessages('lists')
  const group = useRef<HTMLFieldSetElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => focusPurpose(group.current), [])
  const typed = caseRefForm.safeParse(ticket)
  const isTicket = typed.success && detectPersonalDataInTicket(ticket).length === 0
  function send(event: FormEvent) {
    event.preventDefault()
    if (purpose === null || !isTicket) return
    draft.forget()
    onGo({ purpose, caseRef: typed.data })
  }
  function onKeyDown(event: KeyboardEvent) {
    choosePurposeByDigit(event, (code) => {
      change({ purpose: code })
      field.current?.focus()
      field.current?.select()
    })
  }
  return (
    <form aria-label={label} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <StepUpFields returnTo={returnTo} says={texts.reauthentication}>
        <PurposeChoice
          legend={legend}
          field={group}
          chosen={purpose}
          onChoose={(code) => change({ purpose: code })}
          look="boxes"
        />
        <TicketInput field={field} value={ticket} onChange={(caseRef) => change({ caseRef })} />
        <div className={styles.says}>{says}</div>
        <p className={styles.go}>
          <SubmitButton
            missing={[...(purpose === null ? [missing.reason] : []), ...(isTicket ? [] : [missing.ticket])]}
            isBusy={false}
          >
            {go}
          </SubmitButton>
        </p>
        <DraftStatus {...draft.status} />
      </StepUpFields>
    </form>
  )
}
