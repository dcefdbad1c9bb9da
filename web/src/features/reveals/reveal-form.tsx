import { ticketNumber } from '@paydesk/shared/core/purposes'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { describeFailure } from '../../lib/api/problem-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import {
  choosePurposeByDigit,
  focusPurpose,
  focusTextOnLetter,
  PurposeChoice,
} from '../../ui/forms/purpose-choice.tsx'
import { ReauthenticationPrompt } from '../../ui/forms/reauthentication-prompt.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import type { RevealReason } from './reveal-provider.tsx'
import styles from './reveals.module.css'

interface RevealFormProps {
  /** Label of the field to reveal, for example "Date of birth". */
  readonly what: string
  readonly needsProof: boolean
  readonly before: RevealReason
  readonly isAsking: boolean
  readonly error: unknown
  /** Own path to return to after re-authentication. */
  readonly returnTo: string
  readonly onAsk: (reason: {
    readonly purpose: NonNullable<RevealReason['purpose']>
    readonly caseRef: string
  }) => void
}

/** Form for a reveal: reason by digit, ticket, Enter. */
export function RevealForm(props: RevealFormProps): ReactNode {
  const { what, needsProof, before, isAsking, error, returnTo, onAsk } = props
  const [reason, setReason] = useState(before)
  const ids = { ticket: useId(), help: useId() }
  const group = useRef<HTMLFieldSetElement>(null)
  const ticket = useRef<HTMLInputElement>(null)
  useEffect(() => focusPurpose(group.current), [])
  const typed = ticketNumber.safeParse(reason.caseRef)
  const isTicket = typed.success && detectPersonalDataInTicket(reason.caseRef).length === 0
  const isMissing = error !== null && describeFailure(error).id === 'reauthentication_needed'
  function send(event: FormEvent) {
    event.preventDefault()
    if (reason.purpose !== null && isTicket && typed.success && !isAsking)
      onAsk({ purpose: reason.purpose, caseRef: typed.data })
  }
  function onKeyDown(event: KeyboardEvent) {
    focusTextOnLetter(event)
    choosePurposeByDigit(event, (purpose) => {
      setReason({ ...reason, purpose })
      ticket.current?.focus()
      ticket.current?.select()
    })
  }
  // Input is kept on the server during re-authentication.
  if (isMissing)
    return (
      <ReauthenticationPrompt returnTo={returnTo}>
        This is shown only to somebody who has just proved once more who they are. Your session, this page,
        the reason and the ticket stay; nothing was shown yet.
      </ReauthenticationPrompt>
    )
  return (
    <form aria-label={`Show ${what}`} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <PurposeChoice
        legend="Why you need to see it"
        field={group}
        chosen={reason.purpose}
        onChoose={(purpose) => setReason({ ...reason, purpose })}
      />
      <label htmlFor={ids.ticket}>Ticket or case number</label>
      <input
        ref={ticket}
        id={ids.ticket}
        value={reason.caseRef}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={reason.caseRef !== '' && !isTicket}
        aria-describedby={ids.help}
        onChange={(event) => setReason({ ...reason, caseRef: event.target.value.trim() })}
      />
      <p id={ids.help} aria-live="polite" className={styles.help}>
        {reason.caseRef === '' || isTicket
          ? 'Name, reason and ticket are recorded before anything is shown.'
          : '▲ A ticket has letters, digits and - _ / . # with a digit in it, and no name or account.'}
      </p>
      {error === null ? null : <ProblemNote error={error} missing="Nothing is shown" />}
      <p className={styles.send}>
        <Button look="primary" type="submit" disabled={reason.purpose === null || !isTicket || isAsking}>
          {isAsking ? 'Recording…' : 'Show for 60 s'}
        </Button>
        <span aria-hidden>
          <Kbd keys="↵" />
        </span>
        {needsProof ? (
          <span className={styles.help}>Only shortly after you have proved once more who you are.</span>
        ) : null}
      </p>
    </form>
  )
}
