import { askDownloadRequest, downloadText } from '@paydesk/shared/compliance/document-downloads'
import type { PurposeCode } from '@paydesk/shared/core/purpose'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { isUnsure } from '../../lib/api/problem-error.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { personalMarks, ticketMarks } from '../../ui/forms/personal-marks.ts'
import {
  beginWithPurpose,
  PurposeChoice,
  purposeByDigit,
  textByLetter,
} from '../../ui/forms/purpose-choice.tsx'
import { TicketField } from '../../ui/forms/ticket-field.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import type { ListedFile } from './files.ts'
import styles from './forms.module.css'
import type { IdentityPlace, Opening } from './queries.ts'
import { documentQueries, readDownloadsAgain } from './queries.ts'

interface DownloadDialogProps {
  readonly place: IdentityPlace
  readonly file: ListedFile
  /** What the document was opened for: proposed, not taken over unseen. */
  readonly opening: Opening | null
  readonly listLink: (words: ReactNode) => ReactNode
  readonly onClose: () => void
}

/** Asks that a file may be taken out of Paydesk; another person answers. */
export function DownloadDialog({ place, file, opening, listLink, onClose }: DownloadDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [purpose, setPurpose] = useState<PurposeCode | null>(opening?.purpose ?? null)
  const [caseRef, setCaseRef] = useState(opening?.caseRef ?? '')
  const [text, setText] = useState('')
  const group = useRef<HTMLFieldSetElement>(null)
  const ticket = useRef<HTMLInputElement>(null)
  useEffect(() => beginWithPurpose(group.current), [])
  const ask = useMutation({
    ...documentQueries(useClient()).ask({ ...place, document: file.document }),
    onSuccess({ answer }) {
      announce(saidWords[answer])
      return readDownloadsAgain(queryClient, place.env)
    },
  })
  const body = askDownloadRequest.safeParse({ file: file.file, purpose, caseRef, text })
  const isReady = body.success && ticketMarks(caseRef).length === 0
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (isReady && !ask.isPending) ask.mutate(body.data)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return send(event)
    textByLetter(event)
    purposeByDigit(event, (code) => {
      setPurpose(code)
      ticket.current?.focus()
      ticket.current?.select()
    })
  }
  if (ask.data)
    return (
      <Dialog title="Ask for a download" onClose={onClose}>
        <p role="status">{saidWords[ask.data.answer]}</p>
        <p>{listLink('Look at the requests')}</p>
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
        <TicketField field={ticket} value={caseRef} onChange={setCaseRef} />
        <ReasonField value={text} onChange={setText} />
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
          <ProblemNote error={ask.error} missing={isUnsure(ask.error) ? unsureWords : 'Nothing was asked'} />
        ) : null}
      </form>
    </Dialog>
  )
}

const saidWords = {
  asked: 'Asked. A second person must confirm it before it can be fetched.',
  open_already: 'Nothing was sent: your request about this file waits for an answer already.',
} as const
const unsureWords = 'It is not known whether it was recorded: look at the requests before you send it again'
const shortest = downloadText.minLength ?? 0

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function ReasonField({ value, onChange }: ReasonFieldProps): ReactNode {
  const ids = { field: useId(), help: useId() }
  const marks = personalMarks(value)
  const missing = shortest - value.trim().length
  return (
    <div className={styles.words}>
      <label htmlFor={ids.field}>In words, for the second person</label>
      <textarea
        id={ids.field}
        rows={3}
        maxLength={500}
        value={value}
        aria-describedby={ids.help}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={ids.help} aria-live="polite" className={marks.length > 0 ? styles.warning : styles.quiet}>
        {marks.length > 0
          ? `▲ This looks like ${marks.join(' and ')}: it is kept as typed, so leave it out.`
          : missing > 0
            ? `At least ${shortest} characters, ${missing} more.`
            : 'It is kept with your name.'}
      </p>
    </div>
  )
}
