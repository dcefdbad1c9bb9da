import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { z } from 'zod'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft } from '../drafts/draft.tsx'
import { useDraftInput } from '../drafts/use-draft-input.ts'
import { FreeTextField } from '../forms/free-text-field.tsx'
import { focusTextOnLetter, PurposeChoice } from '../forms/purpose-choice.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { TicketInput } from '../forms/ticket-input.tsx'
import { usePurposeAndTicket } from '../forms/use-purpose-and-ticket.ts'
import { isSubmitShortcut } from '../state/key-press.ts'
import styles from './approval-request-form.module.css'
import { ProblemNote } from './problem-note.tsx'

type RequestKind = 'document_request' | 'export_request'

interface ApprovalRequestFormProps {
  readonly texts: Pick<
    Messages['exportRequests']['request'],
    'label' | 'purpose' | 'comment' | 'minimum' | 'stored' | 'send' | 'sending' | 'failed' | 'unknown'
  >
  readonly draft: FormDraft<RequestKind>
  /** Ticket to begin with, if there is no draft. */
  readonly ticket?: string | undefined
  readonly commentSchema: z.ZodString
  /** Note above the button of the form. */
  readonly note?: string
  readonly isSending: boolean
  readonly error: unknown
  readonly onSend: (request: {
    readonly purpose: PurposeCode
    readonly caseRef: string
    readonly text: string
  }) => void
}

/** Asks for purpose, ticket and comment of a request that a second person decides. */
export function ApprovalRequestForm({
  texts,
  draft,
  ticket = '',
  commentSchema,
  note,
  isSending,
  error,
  onSend,
}: ApprovalRequestFormProps): ReactNode {
  const lists = useMessages('lists')
  const format = useFormatter()
  const [typed, change] = useDraftInput(draft, { purpose: null, caseRef: ticket, text: '' })
  const choose = (purpose: PurposeCode) => change({ purpose })
  const fields = usePurposeAndTicket(typed, choose)
  const comment = commentSchema.safeParse(typed.text)
  const minLength = commentSchema.minLength ?? 0
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (fields.reason !== null && comment.success && !isSending)
      onSend({ ...fields.reason, text: comment.data })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isSubmitShortcut(event)) return send(event)
    focusTextOnLetter(event)
    fields.chooseByDigit(event)
  }
  return (
    <form aria-label={texts.label} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <PurposeChoice
        legend={texts.purpose}
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
      <div className={styles.words}>
        <FreeTextField
          label={texts.comment}
          value={typed.text}
          onChange={(text) => change({ text })}
          rows={3}
          maxLength={500}
          help={
            typed.text.trim().length < minLength
              ? format.text(texts.minimum, { min: minLength })
              : texts.stored
          }
        />
      </div>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      <p className={styles.go}>
        <SubmitButton
          missing={[...fields.missing, ...(comment.success ? [] : [lists.missing.comment])]}
          isBusy={isSending}
          hasShortcut
        >
          {isSending ? texts.sending : texts.send}
        </SubmitButton>
      </p>
      <DraftStatus {...draft.status} />
      {error ? <ProblemNote error={error} missing={texts.failed} unknown={texts.unknown} /> : null}
    </form>
  )
}
