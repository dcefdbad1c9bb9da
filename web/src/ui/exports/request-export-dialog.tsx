import {
  type ExportSelection,
  exportRequestComment,
  exportRequestInput,
} from '@paydesk/shared/cases/export-requests'
import { type PurposeCode, ticketNumber } from '@paydesk/shared/core/purposes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { Dialog } from '../dialog/dialog.tsx'
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
export function RequestExportDialog({ selection, onClose }: RequestExportDialogProps): ReactNode {
  const { request: texts, needed } = useMessages('exportRequests')
  const { missing } = useMessages('lists')
  const format = useFormat()
  const { name: env } = useEnvironment()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [purpose, setPurpose] = useState<PurposeCode | null>(null)
  const [caseRef, setCaseRef] = useState('')
  const [text, setText] = useState('')
  const group = useRef<HTMLFieldSetElement>(null)
  const ticket = useRef<HTMLInputElement>(null)
  useEffect(() => focusPurpose(group.current), [])
  const ask = useMutation({
    ...exportRequestQueries(useApiClient(), env).ask(),
    onSuccess({ answer }) {
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
      setPurpose(code)
      ticket.current?.focus()
      ticket.current?.select()
    })
  }
  if (ask.data)
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <p role="status">{texts.results[ask.data.answer]}</p>
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
          onChoose={setPurpose}
          look="boxes"
        />
        <TicketInput field={ticket} value={caseRef} onChange={setCaseRef} />
        <div className={styles.words}>
          <FreeTextField
            label={texts.comment}
            value={text}
            onChange={setText}
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
            keys="Ctrl ↵"
          >
            {ask.isPending ? texts.sending : texts.send}
          </SubmitButton>
        </p>
        {ask.error ? <ProblemNote error={ask.error} missing={texts.failed} unknown={texts.unknown} /> : null}
      </form>
    </Dialog>
  )
}
