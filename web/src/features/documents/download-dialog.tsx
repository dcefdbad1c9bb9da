import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import { downloadRequestComment, downloadRequestInput } from '@paydesk/shared/compliance/documents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { DraftStatus, type FormDraft, WithDraft } from '../../ui/drafts/draft.tsx'
import { detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import { FreeTextField } from '../../ui/forms/free-text-field.tsx'
import {
  choosePurposeByDigit,
  focusPurpose,
  focusTextOnLetter,
  PurposeChoice,
} from '../../ui/forms/purpose-choice.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TicketInput } from '../../ui/forms/ticket-input.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import styles from './forms.module.css'
import type { DocumentAccessReason, DocumentsIdentityRef } from './queries.ts'
import { documentQueries, refreshDownloads } from './queries.ts'
import type { ViewableFile } from './viewable-files.ts'

interface DownloadRequestDialogProps {
  readonly place: DocumentsIdentityRef
  readonly file: ViewableFile
  /** Reason given when the document was opened: its ticket is filled in, the purpose is chosen again. */
  readonly opening: DocumentAccessReason | null
  readonly onClose: () => void
}

/** Requests a download of a file; a second person decides. */
export function DownloadRequestDialog(props: DownloadRequestDialogProps): ReactNode {
  const { place, file, onClose } = props
  const { request: texts } = useMessages('documents')
  return (
    <WithDraft
      place={{
        env: place.env,
        kind: 'document_request',
        about: `${place.identity}.${file.document}_${file.file}`,
      }}
      waiting={<DialogPlaceholder title={texts.title} onTyped={ignoreTyped} onClose={onClose} />}
    >
      {(draft) => <DownloadRequestForm {...props} draft={draft} />}
    </WithDraft>
  )
}

/** The form begins with a choice: earlier keys have no meaning. */
const ignoreTyped = () => {}

function DownloadRequestForm({
  place,
  file,
  opening,
  onClose,
  draft,
}: DownloadRequestDialogProps & { readonly draft: FormDraft<'document_request'> }): ReactNode {
  const { request: texts, requests } = useMessages('documents')
  const { missing } = useMessages('lists')
  const format = useFormat()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const [typed, setTyped] = useState<DraftContent<'document_request'>>(
    draft.initial ?? { purpose: null, caseRef: opening?.caseRef ?? '', text: '' },
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
    ...documentQueries(useApiClient()).ask({ ...place, document: file.document }),
    onSuccess({ answer }) {
      draft.forget()
      showToast({ text: texts.results[answer] })
      return refreshDownloads(queryClient, place.env)
    },
  })
  const body = downloadRequestInput.safeParse({ file: file.file, purpose, caseRef, text })
  const isTicket =
    downloadRequestInput.shape.caseRef.safeParse(caseRef).success &&
    detectPersonalDataInTicket(caseRef).length === 0
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
        <p role="status">{texts.results[ask.data.answer]}</p>
        <p>
          <Link to="/$env/document-downloads" params={{ env: place.env }}>
            {texts.view}
          </Link>
        </p>
      </Dialog>
    )
  return (
    <Dialog title={format.text(texts.titleOf, { document: file.word })} onClose={onClose}>
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
        <p className={styles.says}>
          {texts.note} {requests.form}
        </p>
        <p className={styles.go}>
          <SubmitButton
            missing={[
              ...(purpose === null ? [missing.reason] : []),
              ...(isTicket ? [] : [missing.ticket]),
              ...(downloadRequestComment.safeParse(text).success ? [] : [missing.comment]),
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

const minReasonLength = downloadRequestComment.minLength ?? 0
