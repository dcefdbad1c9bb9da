import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { FormEvent, ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../../ui/drafts/draft.tsx'
import type { DraftRef } from '../../../ui/drafts/queries.ts'
import { useDraftInput } from '../../../ui/drafts/use-draft-input.ts'
import { PurposeChoice } from '../../../ui/forms/purpose-choice.tsx'
import { StepUpFields } from '../../../ui/forms/step-up-fields.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { TicketInput } from '../../../ui/forms/ticket-input.tsx'
import { usePurposeAndTicket } from '../../../ui/forms/use-purpose-and-ticket.ts'
import styles from '../forms.module.css'
import type { DocumentAccessReason } from '../queries.ts'

interface DocumentAccessFormProps {
  /** Document, for the draft. */
  readonly draftRef: DraftRef<'document_access'>
  readonly label: string
  readonly legend: string
  /** Purpose chosen before re-authentication; null if none. */
  readonly purpose: PurposeCode | null
  /** Notice of what will be recorded, shown before it is recorded. */
  readonly message: ReactNode
  readonly go: string
  /** Own path to return to after re-authentication. */
  readonly returnTo: string
  readonly onGo: (opening: DocumentAccessReason) => void
}

/** Asks for a purpose (by digit) and a ticket; Enter submits. Fetches nothing of the document before. */
export function DocumentAccessForm(props: DocumentAccessFormProps): ReactNode {
  return (
    <FormDraftLoader draftRef={props.draftRef}>
      {(draft) => <OpenedDocumentAccessForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

function OpenedDocumentAccessForm({
  label,
  legend,
  message,
  go,
  returnTo,
  onGo,
  draft,
  ...props
}: DocumentAccessFormProps & { readonly draft: FormDraft<'document_access'> }): ReactNode {
  const { viewer: texts } = useMessages('documents')
  const [typed, change] = useDraftInput(draft, { purpose: props.purpose, caseRef: '' })
  const choose = (purpose: PurposeCode) => change({ purpose })
  const fields = usePurposeAndTicket(typed, choose)
  function send(event: FormEvent) {
    event.preventDefault()
    if (fields.reason === null) return
    draft.forget()
    onGo(fields.reason)
  }
  return (
    <form aria-label={label} className={styles.form} onSubmit={send} onKeyDown={fields.chooseByDigit}>
      <StepUpFields returnTo={returnTo} message={texts.reauthentication}>
        <PurposeChoice
          legend={legend}
          field={fields.purposeField}
          chosen={typed.purpose}
          onChoose={choose}
          look="boxes"
        />
        <TicketInput
          field={fields.ticketField}
          value={typed.caseRef}
          onChange={(caseRef) => change({ caseRef })}
        />
        <div className={styles.says}>{message}</div>
        <p className={styles.go}>
          <SubmitButton missing={fields.missing} isBusy={false}>
            {go}
          </SubmitButton>
        </p>
        <DraftStatus {...draft.status} />
      </StepUpFields>
    </form>
  )
}
