import {
  endSessionRequestSchema,
  type SessionEndReason,
  sessionEndReasonSchema,
} from '@paydesk/shared/administration/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { SessionEndTimes, useFormatRoles } from './own-sessions-section.tsx'
import { refreshSessions, sessionListQueries } from './queries.ts'
import type { SessionRow } from './session-rows.ts'
import styles from './sessions-page.module.css'

interface EndSessionDialogProps {
  readonly row: SessionRow
  readonly mayEnd: boolean
  readonly onClose: () => void
}

/** Details of one session, with a form to end the session for a reason. */
export function EndSessionDialog({ row, mayEnd, onClose }: EndSessionDialogProps): ReactNode {
  const { details: texts, own } = useMessages('sessions')
  const format = useFormatter()
  return (
    <Dialog title={format.text(texts.title, { person: row.person })} onClose={onClose}>
      <dl className={styles.sheet}>
        <dt>{texts.role}</dt>
        <dd>{useFormatRoles()(row)}</dd>
        <dt>{texts.signedIn}</dt>
        <dd>
          <Timestamp at={row.startedAt} as="full" />
        </dd>
        <dt>{texts.lastUse}</dt>
        <dd>
          <Timestamp at={row.lastUsedAt} as="relative" />
        </dd>
        <dt>{texts.expires}</dt>
        <dd>
          <SessionEndTimes session={row} />
        </dd>
        <dt>{texts.from}</dt>
        <dd>
          {row.browserName ?? own.unknownBrowser}, {row.address ?? own.unknownAddress}
        </dd>
      </dl>
      {row.isCurrent ? (
        <p className={styles.quiet}>{texts.here}</p>
      ) : mayEnd ? (
        <EndSessionForm row={row} onClose={onClose} />
      ) : (
        <p className={styles.quiet}>{texts.readOnly}</p>
      )}
    </Dialog>
  )
}

function EndSessionForm({ row, onClose }: Omit<EndSessionDialogProps, 'mayEnd'>): ReactNode {
  const ids = { group: useId(), ticket: useId() }
  const queryClient = useQueryClient()
  const showToast = useToast()
  const texts = useMessages('sessions').form
  const format = useFormatter()
  const [reason, setReason] = useState<SessionEndReason | null>(null)
  const [ticket, setTicket] = useState('')
  const end = useMutation({
    ...sessionListQueries(useApiClient()).end(),
    onSuccess({ answer }) {
      showToast({ text: answer === 'ended' ? format.text(texts.ended, { person: row.person }) : texts.gone })
      onClose()
      return refreshSessions(queryClient)
    },
  })
  const body = endSessionRequestSchema.safeParse({ reason, ...(ticket.trim() === '' ? {} : { ticket }) })
  const isTicketWrong = ticket.trim() !== '' && reason !== null && !body.success
  function send(event: FormEvent) {
    event.preventDefault()
    if (body.success && !end.isPending) end.mutate({ session: row.session, ...body.data })
  }
  return (
    <form className={styles.form} aria-label={texts.name} onSubmit={send}>
      <fieldset className={styles.reasons}>
        <legend>{texts.reason}</legend>
        {sessionEndReasonSchema.options.map((code) => (
          <label key={code}>
            <input type="radio" name={ids.group} checked={code === reason} onChange={() => setReason(code)} />
            {texts.reasons[code]}
          </label>
        ))}
      </fieldset>
      <p className={styles.ticket}>
        <label htmlFor={ids.ticket}>{texts.ticket}</label>
        <input
          id={ids.ticket}
          value={ticket}
          maxLength={40}
          autoComplete="off"
          placeholder={texts.optional}
          aria-invalid={isTicketWrong || undefined}
          onChange={(event) => setTicket(event.target.value)}
        />
        {isTicketWrong ? <span role="status">{texts.ticketFormat}</span> : null}
      </p>
      <p className={styles.quiet}>{texts.effect}</p>
      <p>
        <Button look="primary" type="submit" disabled={!body.success || end.isPending}>
          {end.isPending ? texts.ending : texts.end}
        </Button>
      </p>
      {end.error ? <ProblemNote error={end.error} missing={texts.notEnded} /> : null}
    </form>
  )
}
