import { ticketNumber } from '@paydesk/shared/core/purposes'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { describeFailure } from '../../lib/api/problem-error.ts'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import {
  choosePurposeByDigit,
  focusPurpose,
  focusTextOnLetter,
  PurposeChoice,
} from '../../ui/forms/purpose-choice.tsx'
import { ReauthenticationPrompt } from '../../ui/forms/reauthentication-prompt.tsx'
import { useIsRecentlyAuthenticated } from '../../ui/forms/step-up-fields.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import type { RevealReason } from './reveal-provider.tsx'
import styles from './reveals.module.css'

interface RevealFormProps {
  readonly label: string
  readonly needsProof: boolean
  readonly before: RevealReason
  readonly isAsking: boolean
  readonly error: unknown
  /** How many reveals the request counts as, if more than one. */
  readonly note?: string
  /** Own path to return to after re-authentication. */
  readonly returnTo: string
  readonly onAsk: (reason: {
    readonly purpose: NonNullable<RevealReason['purpose']>
    readonly caseRef: string
  }) => void
}

/** Form for a reveal: reason by digit, ticket, Enter. */
export function RevealForm(props: RevealFormProps): ReactNode {
  const { label, needsProof, before, isAsking, error, note, returnTo, onAsk } = props
  const format = useFormat()
  const texts = useMessages('reveals')
  const { missing } = useMessages('lists')
  const [reason, setReason] = useState(before)
  const ids = { ticket: useId(), help: useId() }
  const isRecent = useIsRecentlyAuthenticated()
  const [wasRecent] = useState(isRecent)
  const group = useRef<HTMLFieldSetElement>(null)
  const ticket = useRef<HTMLInputElement>(null)
  useEffect(() => focusPurpose(group.current), [])
  const typed = ticketNumber.safeParse(reason.caseRef)
  const isTicket = typed.success && detectPersonalDataInTicket(reason.caseRef).length === 0
  const { left } = describeFailure(error)
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
  // Ask before anything is typed; what was typed already is kept on the server.
  if (isMissing || (needsProof && !wasRecent))
    return <ReauthenticationPrompt returnTo={returnTo}>{texts.confirmIdentity}</ReauthenticationPrompt>
  return (
    <form aria-label={label} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <PurposeChoice
        legend={texts.purpose}
        field={group}
        chosen={reason.purpose}
        onChoose={(purpose) => setReason({ ...reason, purpose })}
      />
      <label htmlFor={ids.ticket}>{texts.ticket}</label>
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
        {reason.caseRef === '' || isTicket ? texts.recorded : texts.ticketFormat}
      </p>
      {note === undefined ? null : <p className={styles.help}>{note}</p>}
      {error === null ? null : (
        <ProblemNote
          error={error}
          missing={left === undefined ? texts.notRevealed : format.text(texts.tooFewLeft, { count: left })}
        />
      )}
      <p className={styles.send}>
        <SubmitButton
          missing={[
            ...(reason.purpose === null ? [missing.reason] : []),
            ...(isTicket ? [] : [missing.ticket]),
          ]}
          isBusy={isAsking}
          keys="↵"
        >
          {isAsking ? texts.submitting : texts.submit}
        </SubmitButton>
        {needsProof ? <span className={styles.help}>{texts.recentSignIn}</span> : null}
      </p>
    </form>
  )
}
