import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import {
  type ExportSelection,
  exportRequestComment,
  exportRequestInput,
} from '@paydesk/shared/cases/export-requests'
import { ticketNumber } from '@paydesk/shared/core/purposes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { DialogPlaceholder } from '../dialog/dialog-placeholder.tsx'
import { DraftStatus, type FormDraft, WithDraft } from '../drafts/draft.tsx'
import { detectPersonalDataInTicket } from '../forms/detect-personal-data.ts'
import { FreeTextField } from '../forms/free-text-field.tsx'
import {
  choosePurposeByDigit,
  focusPurpose,
  focusTextOnLetter,
  PurposeChoice,
} from '../forms/purpose-choice.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { TicketInput } from '../forms/ticket-input.tsx'
import { ProblemNote } from '../page/problem-note.tsx'
import { useAnnounce } from '../text/announce.tsx'
import styles from './export-approval.module.css'
import { exportRequestQueries, refreshExportRequests } from './queries.ts'

interface RequestExportDialogProps {
  readonly selection: ExportSelection
  readonly onClose: () => void
}

const minReasonLength = exportRequestComment.minLength ?? 0

/** Asks for purpose, ticket and comment of an export of many rows; a second person decides. */
export function RequestExportDialog(props: RequestExportDialogProps): ReactNode {
  const { selection, onClose } = props
  const { request: texts } = useMessages('exportRequests')
  const { name: env } = useEnvironment()
  return (
    <WithDraft
      place={{ env, kind: 'export_request', about: `${noDraftSubject}.${selection.list}` }}
      waiting={<DialogPlaceholder title={texts.title} onTyped={ignoreTyped} onClose={onClose} />}
    >
      {(draft) => <RequestExportForm {...props} draft={draft} />}
    </WithDraft>
  )
}

/** The form begins with a choice: earlier keys have no meaning. */
const ignoreTyped = () => {}

function RequestExportForm({
  selection,
  onClose,
  draft,
}: RequestExportDialogProps & { readonly draft: FormDraft<'export_request'> }): ReactNode {
  const { request: texts, needed } = useMessages('exportRequests')
  const { missing } = useMessages('lists')
  const format = useFormat()
  const { name: env } = useEnvironment()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [typed, setTyped] = useState<DraftContent<'export_request'>>(
    draft.initial ?? { purpose: null, caseRef: '', text: '' },
  )
  const { purpose, caseRef, text } = typed
  function change(part: Partial<typeof typed>) {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.change(next)
  }
  const group = useRef<HTMLFieldSetElement>(null)
  const ticket = useRef<HTMLInputElement>(null)
  useEffect(() => focusPurpose(group.current), [])
  const ask = useMutation({
    ...exportRequestQueries(useApiClient(), env).ask(),
    onSuccess({ answer }) {
      draft.forget()
      announce(texts.results[answer])
      return refreshExportRequests(queryClient, env)
    },
  })
  const body = exportRequestInput.safeParse({ selection, purpose, caseRef, text })
  const isTicket = ticketNumber.safeParse(caseRef).success && detectPersonalDataInTicket(caseRef).length === 0
  const isReady = body.success && isTicket
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (isReady && !ask.isPending) ask.mutate(body.data)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return send(event)
    focusTextOnLetter(event)
    choosePurposeByDigit(event, (code) => {
      change({ purpose: code })
      ticket.current?.focus()
      ticket.current?.select()
    })
  }
  if (ask.data)
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <p>{texts.results[ask.data.answer]}</p>
        <p>
          <Link to="/$env/export-requests" params={{ env }}>
            {needed.view}
          </Link>
        </p>
      </Dialog>
    )
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form aria-label={texts.label} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
        <PurposeChoice
          legend={texts.purpose}
          field={group}
          chosen={purpose}
          onChoose={(code) => change({ purpose: code })}
          look="boxes"
        />
        <TicketInput field={ticket} value={caseRef} onChange={(ref) => change({ caseRef: ref })} />
        <div className={styles.words}>
          <FreeTextField
            label={texts.comment}
            value={text}
            onChange={(words) => change({ text: words })}
            rows={3}
            maxLength={500}
            help={
              text.trim().length < minReasonLength
                ? format.text(texts.minimum, { min: minReasonLength })
                : texts.stored
            }
          />
        </div>
        <p className={styles.go}>
          <SubmitButton
            missing={[
              ...(purpose === null ? [missing.reason] : []),
              ...(isTicket ? [] : [missing.ticket]),
              ...(exportRequestComment.safeParse(text).success ? [] : [missing.comment]),
            ]}
            isBusy={ask.isPending}
            hasShortcut
          >
            {ask.isPending ? texts.sending : texts.send}
          </SubmitButton>
        </p>
        <DraftStatus {...draft.status} />
        {ask.error ? <ProblemNote error={ask.error} missing={texts.failed} unknown={texts.unknown} /> : null}
      </form>
    </Dialog>
  )
}
