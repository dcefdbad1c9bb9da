import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { describeFailure } from '../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import type { DraftRef } from '../../ui/drafts/queries.ts'
import { focusTextOnLetter, PurposeChoice } from '../../ui/forms/purpose-choice.tsx'
import { ReauthenticationPrompt } from '../../ui/forms/reauthentication-prompt.tsx'
import { useIsRecentlyAuthenticated } from '../../ui/forms/step-up-fields.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { usePurposeAndTicket } from '../../ui/forms/use-purpose-and-ticket.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import type { RevealReason } from './reveal-provider.tsx'
import styles from './reveals.module.css'

interface RevealFormProps {
  /** Record and field, for the draft. */
  readonly draftRef: DraftRef<'reveal'>
  readonly label: string
  readonly needsProof: boolean
  readonly before: RevealReason
  readonly isAsking: boolean
  readonly error: unknown
  /** How many reveals the request counts as, if more than one. */
  readonly note?: string
  /** Own path to return to after re-authentication. */
  readonly returnTo: string
  /** Resolves with true once the value is shown. */
  readonly onAsk: (reason: {
    readonly purpose: NonNullable<RevealReason['purpose']>
    readonly caseRef: string
  }) => Promise<boolean>
}

/** Form for a reveal: reason by digit, ticket, Enter. */
export function RevealForm(props: RevealFormProps): ReactNode {
  return (
    <FormDraftLoader draftRef={props.draftRef}>
      {(draft) => <OpenedRevealForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

function OpenedRevealForm({
  draft,
  ...props
}: RevealFormProps & { readonly draft: FormDraft<'reveal'> }): ReactNode {
  const { label, needsProof, before, isAsking, error, note, returnTo, onAsk } = props
  const format = useFormatter()
  const texts = useMessages('reveals')
  // A reveal that re-authentication interrupted comes before a draft: the server kept it when it was sent.
  const [reason, setReason] = useState(before.purpose === null ? (draft.initial ?? before) : before)
  function change(part: Partial<RevealReason>) {
    const next = { ...reason, ...part }
    setReason(next)
    draft.change(next)
  }
  const ids = { ticket: useId(), help: useId() }
  const isRecent = useIsRecentlyAuthenticated()
  const [wasRecent] = useState(isRecent)
  const choose = (purpose: PurposeCode) => change({ purpose })
  const fields = usePurposeAndTicket(reason, choose)
  const { revealsLeft } = describeFailure(error)
  const isMissing = error !== null && describeFailure(error).id === 'reauthentication_needed'
  function send(event: FormEvent) {
    event.preventDefault()
    if (fields.reason === null || isAsking) return
    void onAsk(fields.reason).then((isShown) => {
      if (isShown) draft.forget()
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    focusTextOnLetter(event)
    fields.chooseByDigit(event)
  }
  // Ask before anything is typed; what was typed already is kept on the server.
  if (isMissing || (needsProof && !wasRecent))
    return <ReauthenticationPrompt returnTo={returnTo}>{texts.confirmIdentity}</ReauthenticationPrompt>
  return (
    <form aria-label={label} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <PurposeChoice
        legend={texts.purpose}
        field={fields.purposeField}
        chosen={reason.purpose}
        onChoose={choose}
      />
      <label htmlFor={ids.ticket}>{texts.ticket}</label>
      <input
        ref={fields.ticketField}
        id={ids.ticket}
        value={reason.caseRef}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={reason.caseRef !== '' && !fields.isTicket}
        aria-describedby={ids.help}
        onChange={(event) => change({ caseRef: event.target.value.trim() })}
      />
      <p id={ids.help} aria-live="polite" className={styles.help}>
        {reason.caseRef === '' || fields.isTicket ? texts.recorded : texts.ticketFormat}
      </p>
      {note === undefined ? null : <p className={styles.help}>{note}</p>}
      {error === null ? null : (
        <ProblemNote
          error={error}
          missing={
            revealsLeft === undefined
              ? texts.notRevealed
              : format.text(texts.tooFewLeft, { count: revealsLeft })
          }
        />
      )}
      <p className={styles.send}>
        <SubmitButton missing={fields.missing} isBusy={isAsking}>
          {isAsking ? texts.submitting : texts.submit}
        </SubmitButton>
        {needsProof ? <span className={styles.help}>{texts.recentSignIn}</span> : null}
      </p>
      <DraftStatus {...draft.status} />
    </form>
  )
}
