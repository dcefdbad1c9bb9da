import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import { auditSubjectIdSchema, type RecordAccessReportRequest } from '@paydesk/shared/compliance/audit-log'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { ticketNumberSchema } from '@paydesk/shared/core/purposes'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import { useDraftInput } from '../../ui/drafts/use-draft-input.ts'
import { detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import { choosePurposeByDigit, focusPurposeChoice, PurposeChoice } from '../../ui/forms/purpose-choice.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TicketInput } from '../../ui/forms/ticket-input.tsx'
import styles from './audit-log.module.css'

interface RecordAccessReasonFormProps {
  /** Record that is open; undefined if its ID is to be typed. */
  readonly subject: RecordAccessReportRequest['subject'] | undefined
  readonly onAsk: (asked: RecordAccessReportRequest) => void
}

const emptyInput = { id: '', purpose: null, caseRef: '' } as const

/** Asks for the reason of a search by a full ID, which the list shows to nobody of this role. */
export function RecordAccessReasonForm(props: RecordAccessReasonFormProps): ReactNode {
  const { name: env } = useEnvironment()
  return (
    <FormDraftLoader draftRef={{ env, kind: 'record_access', about: props.subject ?? noDraftSubject }}>
      {(draft) => <OpenedRecordAccessForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

function OpenedRecordAccessForm({
  subject,
  onAsk,
  draft,
}: RecordAccessReasonFormProps & { readonly draft: FormDraft<'record_access'> }): ReactNode {
  const texts = useMessages('auditLog').access.form
  const { missing } = useMessages('lists')
  const [{ id, purpose, caseRef: ticket }, change] = useDraftInput(draft, emptyInput)
  const choose = (code: PurposeCode) => change({ purpose: code })
  const ids = { field: useId(), help: useId() }
  const group = useRef<HTMLFieldSetElement>(null)
  const idField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (subject === undefined) idField.current?.focus()
    else focusPurposeChoice(group.current)
  }, [subject])
  const of = auditSubjectIdSchema.safeParse(subject ?? id.trim()).data
  const caseRef = ticketNumberSchema.safeParse(ticket).data
  const isTicket = caseRef !== undefined && detectPersonalDataInTicket(ticket).length === 0
  function send(event: FormEvent) {
    event.preventDefault()
    if (of === undefined || purpose === null || !isTicket) return
    draft.forget()
    onAsk({ subject: of, purpose, caseRef })
  }
  return (
    <form
      className={styles.access}
      onSubmit={send}
      onKeyDown={(event) => choosePurposeByDigit(event, choose)}
    >
      {subject === undefined ? (
        <>
          <label htmlFor={ids.field}>{texts.id}</label>
          <input
            id={ids.field}
            value={id}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            ref={idField}
            aria-invalid={id !== '' && of === undefined}
            aria-describedby={ids.help}
            onChange={({ target }) => change({ id: target.value })}
          />
          <p id={ids.help}>{texts.idHelp}</p>
        </>
      ) : null}
      <PurposeChoice legend={texts.reason} field={group} chosen={purpose} onChoose={choose} />
      <TicketInput
        label={texts.ticket}
        help={texts.recorded}
        value={ticket}
        onChange={(caseRef) => change({ caseRef })}
      />
      <p className={styles.accessSend}>
        <SubmitButton
          missing={[
            ...(of === undefined ? [missing.id] : []),
            ...(purpose === null ? [missing.reason] : []),
            ...(isTicket ? [] : [missing.ticket]),
          ]}
          isBusy={false}
        >
          {texts.search}
        </SubmitButton>
      </p>
      <DraftStatus {...draft.status} />
    </form>
  )
}
