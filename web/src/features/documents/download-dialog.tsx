import { downloadRequestComment, downloadRequestInput } from '@paydesk/shared/compliance/documents'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import { FreeTextField } from '../../ui/forms/free-text-field.tsx'
import {
  choosePurposeByDigit,
  focusPurpose,
  focusTextOnLetter,
  PurposeChoice,
} from '../../ui/forms/purpose-choice.tsx'
import { TicketInput } from '../../ui/forms/ticket-input.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import styles from './forms.module.css'
import type { DocumentAccessReason, DocumentsIdentityRef } from './queries.ts'
import { documentQueries, refreshDownloads } from './queries.ts'
import type { ViewableFile } from './viewable-files.ts'

interface DownloadRequestDialogProps {
  readonly place: DocumentsIdentityRef
  readonly file: ViewableFile
  /** Reason given when the document was opened: prefilled, so that the user checks it before sending it. */
  readonly opening: DocumentAccessReason | null
  readonly onClose: () => void
}

/** Requests a download of a file; a second person decides. */
export function DownloadRequestDialog({
  place,
  file,
  opening,
  onClose,
}: DownloadRequestDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [purpose, setPurpose] = useState<PurposeCode | null>(opening?.purpose ?? null)
  const [caseRef, setCaseRef] = useState(opening?.caseRef ?? '')
  const [text, setText] = useState('')
  const group = useRef<HTMLFieldSetElement>(null)
  const ticket = useRef<HTMLInputElement>(null)
  useEffect(() => focusPurpose(group.current), [])
  const ask = useMutation({
    ...documentQueries(useApiClient()).ask({ ...place, document: file.document }),
    onSuccess({ answer }) {
      announce(resultMessages[answer])
      return refreshDownloads(queryClient, place.env)
    },
  })
  const body = downloadRequestInput.safeParse({ file: file.file, purpose, caseRef, text })
  const missing = minReasonLength - text.trim().length
  const isReady = body.success && detectPersonalDataInTicket(caseRef).length === 0
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (isReady && !ask.isPending) ask.mutate(body.data)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return send(event)
    focusTextOnLetter(event)
    choosePurposeByDigit(event, (code) => {
      setPurpose(code)
      ticket.current?.focus()
      ticket.current?.select()
    })
  }
  if (ask.data)
    return (
      <Dialog title="Ask for a download" onClose={onClose}>
        <p role="status">{resultMessages[ask.data.answer]}</p>
        <p>
          <Link to="/$env/document-downloads" params={{ env: place.env }}>
            Look at the requests
          </Link>
        </p>
      </Dialog>
    )
  return (
    <Dialog title={`Ask for a download: ${file.word}`} onClose={onClose}>
      <form aria-label="Download request" className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
        <PurposeChoice
          legend="Why must it leave Paydesk?"
          field={group}
          chosen={purpose}
          onChoose={setPurpose}
          look="boxes"
        />
        <TicketInput field={ticket} value={caseRef} onChange={setCaseRef} />
        <div className={styles.words}>
          <FreeTextField
            label="In words, for the second person"
            value={text}
            onChange={setText}
            rows={3}
            maxLength={500}
            help={
              missing > 0
                ? `At least ${minReasonLength} characters, ${missing} more.`
                : 'It is kept with your name.'
            }
          />
        </div>
        <p className={styles.says}>
          Another person must confirm it; then it can be fetched once. It comes as a PDF of ours with your
          name, the time and the reason: a picture under that mark, anything else as an attachment behind a
          cover page.
        </p>
        <p className={styles.go}>
          <Button look="primary" type="submit" disabled={!isReady || ask.isPending}>
            {ask.isPending ? 'Asking…' : 'Ask a second person'}
          </Button>
          <span aria-hidden>
            <Kbd keys="Ctrl ↵" />
          </span>
        </p>
        {ask.error ? (
          <ProblemNote
            error={ask.error}
            missing="Nothing was asked"
            unknown="It is not known whether it was recorded: look at the requests before you send it again"
          />
        ) : null}
      </form>
    </Dialog>
  )
}

const resultMessages = {
  asked: 'Asked. A second person must confirm it before it can be fetched.',
  open_already: 'Nothing was sent: your request about this file waits for an answer already.',
} as const
const minReasonLength = downloadRequestComment.minLength ?? 0
