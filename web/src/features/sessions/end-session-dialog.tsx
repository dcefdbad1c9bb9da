import {
  endSessionRequest,
  type SessionEndReason,
  sessionEndReason,
  sessionEndReasonLabels,
} from '@paydesk/shared/administration/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { formatRoles, SessionEndTimes } from './own-sessions-section.tsx'
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
  return (
    <Dialog title={`Session of ${row.person}`} onClose={onClose}>
      <dl className={styles.sheet}>
        <dt>Role</dt>
        <dd>{formatRoles(row)}</dd>
        <dt>Signed in</dt>
        <dd>
          <Timestamp at={row.startedAt} as="full" />
        </dd>
        <dt>Last use</dt>
        <dd>
          <Timestamp at={row.seenAt} as="relative" />
        </dd>
        <dt>Ends by itself</dt>
        <dd>
          <SessionEndTimes one={row} />
        </dd>
        <dt>From</dt>
        <dd>
          {row.browser ?? 'a browser that is not known'}, {row.address ?? 'an unknown address'}
        </dd>
      </dl>
      {row.here ? (
        <p className={styles.quiet}>This is the session that you are using: sign out to end it.</p>
      ) : mayEnd ? (
        <EndSessionForm row={row} onClose={onClose} />
      ) : (
        <p className={styles.quiet}>Your role reads this list; whoever administers ends sessions.</p>
      )}
    </Dialog>
  )
}

const endReasonOptions = sessionEndReason.options.map((code) => [code, sessionEndReasonLabels[code]] as const)

function EndSessionForm({ row, onClose }: Omit<EndSessionDialogProps, 'mayEnd'>): ReactNode {
  const ids = { group: useId(), ticket: useId() }
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [reason, setReason] = useState<SessionEndReason | null>(null)
  const [ticket, setTicket] = useState('')
  const end = useMutation({
    ...sessionListQueries(useApiClient()).end(),
    onSuccess({ answer }) {
      announce(answer === 'ended' ? `The session of ${row.person} was ended` : 'It had ended before')
      onClose()
      return refreshSessions(queryClient)
    },
  })
  const body = endSessionRequest.safeParse({ reason, ...(ticket.trim() === '' ? {} : { ticket }) })
  const isTicketWrong = ticket.trim() !== '' && reason !== null && !body.success
  function send(event: FormEvent) {
    event.preventDefault()
    if (body.success && !end.isPending) end.mutate({ session: row.session, ...body.data })
  }
  return (
    <form className={styles.form} aria-label="End this session" onSubmit={send}>
      <fieldset className={styles.reasons}>
        <legend>Why it is ended</legend>
        {endReasonOptions.map(([code, words]) => (
          <label key={code}>
            <input type="radio" name={ids.group} checked={code === reason} onChange={() => setReason(code)} />
            {words}
          </label>
        ))}
      </fieldset>
      <p className={styles.ticket}>
        <label htmlFor={ids.ticket}>Ticket</label>
        <input
          id={ids.ticket}
          value={ticket}
          maxLength={40}
          autoComplete="off"
          placeholder="if there is one"
          aria-invalid={isTicketWrong || undefined}
          onChange={(event) => setTicket(event.target.value)}
        />
        {isTicketWrong ? (
          <span role="status">A ticket’s number has a digit and no spaces, such as INC-4417.</span>
        ) : null}
      </p>
      <p className={styles.quiet}>
        Within five seconds every window of it is told that an administrator ended it. What it had taken in
        the queue is free again. Who ended it and why is in the audit trail.
      </p>
      <p>
        <Button look="primary" type="submit" disabled={!body.success || end.isPending}>
          {end.isPending ? 'Ending…' : 'End this session'}
        </Button>
      </p>
      {end.error ? <ProblemNote error={end.error} missing="The session was not ended" /> : null}
    </form>
  )
}
