import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import {
  type DiscrepancyId,
  type DiscrepancyReason,
  type ExplainDiscrepancyRequest,
  explainDiscrepancyRequestSchema,
} from '@paydesk/shared/cases/reconciliation'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { isOutcomeUnknown } from '../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { detectPersonalData, detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useFormatPersonalDataKinds } from '../../ui/forms/use-format-personal-data-kinds.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { isSubmitShortcut, readPressedDigit } from '../../ui/state/key-press.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { LocalizedConfigText } from '../../ui/text/localized-config-text.tsx'
import styles from './discrepancy-panel.module.css'
import type { DiscrepancyExplanationEditor } from './use-explanation-editor.ts'

interface ExplainDiscrepancyFormProps {
  readonly reasons: readonly DiscrepancyReason[]
  readonly explaining: DiscrepancyExplanationEditor
  readonly onLeave: () => void
}

type ExplanationDraft = DraftContent<'discrepancy_explanation'>

const emptyDraft: ExplanationDraft = { reason: null, text: '', ticket: '' }

const isEmptyDraft = ({ reason, text, ticket }: ExplanationDraft) =>
  reason === null && text === '' && ticket === ''

interface WithDiscrepancyProps extends ExplainDiscrepancyFormProps {
  readonly item: DiscrepancyId
}

/** Form to explain a discrepancy, filled with the person's draft. */
export function ExplainDiscrepancyForm({ item, ...props }: WithDiscrepancyProps): ReactNode {
  const { name: env } = useEnvironment()
  return (
    <FormDraftLoader draftRef={{ env, kind: 'discrepancy_explanation', about: item }}>
      {(draft) => <ExplanationForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

/** Asks for a reason (by digit), an optional comment and ticket; Ctrl+Enter sends. */
function ExplanationForm({
  reasons,
  explaining,
  onLeave,
  draft,
}: ExplainDiscrepancyFormProps & { readonly draft: FormDraft<'discrepancy_explanation'> }): ReactNode {
  const texts = useMessages('reconciliation').form
  const { missing } = useMessages('lists')
  const namesOf = useFormatPersonalDataKinds()
  const format = useFormatter()
  const { isSending, error } = explaining
  const [typed, setTyped] = useState(draft.initial ?? emptyDraft)
  function change(part: Partial<ExplanationDraft>) {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.change(isEmptyDraft(next) ? null : next)
  }
  const ids = { group: useId(), text: useId(), ticket: useId(), help: useId(), ticketHelp: useId() }
  const group = useRef<HTMLFieldSetElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => group.current?.focus(), [])
  const body = buildExplainRequest(typed)
  const marks = detectPersonalData(typed.text)
  const wrong = describeTicketError(typed.ticket, texts, format, namesOf)
  function leave() {
    explaining.leave()
    onLeave()
  }
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (body !== null) explaining.send(body, draft.forget)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isSubmitShortcut(event)) return send(event)
    const isTyping =
      event.target instanceof HTMLElement && event.target.matches('textarea, input:not([type="radio"])')
    if (event.key === 'Escape') {
      event.preventDefault()
      // Leave the text field first, so that digits choose a reason again.
      if (isTyping) group.current?.focus()
      else leave()
      return
    }
    const reason = isTyping ? undefined : reasons[(readPressedDigit(event) ?? 0) - 1]
    if (reason === undefined) return
    event.preventDefault()
    change({ reason: reason.code })
    area.current?.focus()
  }
  return (
    <form aria-label={texts.label} className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
      <fieldset ref={group} tabIndex={-1} className={styles.reasons}>
        <legend>{texts.reason}</legend>
        {reasons.map(({ code, label }, nth) => (
          <label key={code} className={styles.choice} data-chosen={code === typed.reason || undefined}>
            <input
              type="radio"
              name={ids.group}
              checked={code === typed.reason}
              onChange={() => change({ reason: code })}
            />
            <span aria-hidden>{nth < 9 ? <Kbd keys={String(nth + 1)} /> : null}</span>
            <LocalizedConfigText of={label} />
          </label>
        ))}
      </fieldset>
      <label htmlFor={ids.text}>{texts.comment}</label>
      <textarea
        ref={area}
        id={ids.text}
        rows={2}
        maxLength={1_000}
        value={typed.text}
        aria-describedby={ids.help}
        onChange={(event) => change({ text: event.target.value })}
      />
      <p id={ids.help} aria-live="polite" className={marks.length > 0 ? styles.warning : styles.quiet}>
        {marks.length > 0 ? format.text(texts.commentSigns, { signs: namesOf(marks) }) : texts.commentHelp}
      </p>
      <label htmlFor={ids.ticket}>{texts.ticket}</label>
      <input
        id={ids.ticket}
        value={typed.ticket}
        maxLength={40}
        autoComplete="off"
        aria-invalid={wrong !== null}
        aria-describedby={ids.ticketHelp}
        onChange={(event) => change({ ticket: event.target.value.trim() })}
      />
      <p id={ids.ticketHelp} aria-live="polite" className={styles.warning}>
        {wrong}
      </p>
      <DraftStatus {...draft.status} />
      {error ? (
        <ProblemNote error={error} missing={isOutcomeUnknown(error) ? texts.unknown : texts.notSaved} />
      ) : null}
      <p className={styles.begin}>
        <SubmitButton
          missing={typed.reason === null ? [missing.reason] : []}
          isBusy={body === null || isSending}
          hasShortcut
        >
          {isSending ? texts.saving : texts.save}
        </SubmitButton>
        <Button look="quiet" onClick={leave}>
          {texts.cancel}
        </Button>
      </p>
    </form>
  )
}

/** Returns the body to send; null if the input is incomplete or invalid. */
function buildExplainRequest({ reason, text, ticket }: ExplanationDraft): ExplainDiscrepancyRequest | null {
  if (!isTicketValid(ticket)) return null
  const words = text.trim()
  const body = explainDiscrepancyRequestSchema.safeParse({
    reason,
    ...(words === '' ? {} : { text: words }),
    ...(ticket === '' ? {} : { ticket }),
  })
  return body.data ?? null
}

const isTicketValid = (ticket: string) =>
  ticket === '' ||
  (detectPersonalDataInTicket(ticket).length === 0 &&
    explainDiscrepancyRequestSchema.shape.ticket.safeParse(ticket).success)

function describeTicketError(
  ticket: string,
  texts: Messages['reconciliation']['form'],
  format: Formatter,
  namesOf: ReturnType<typeof useFormatPersonalDataKinds>,
): string | null {
  if (isTicketValid(ticket)) return null
  const marks = detectPersonalDataInTicket(ticket)
  return marks.length > 0 ? format.text(texts.ticketSigns, { signs: namesOf(marks) }) : texts.wrongTicket
}
