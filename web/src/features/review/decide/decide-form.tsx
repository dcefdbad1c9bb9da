import {
  type DecisionVerdict,
  type DecisionView,
  decisionVerdictSchema as verdicts,
} from '@paydesk/shared/cases/decisions'
import type { CaseDetail } from '@paydesk/shared/cases/review-cases'
import type { FocusEvent, FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useId, useRef } from 'react'
import { isOutcomeUnknown } from '../../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { detectPersonalDataInTicket } from '../../../ui/forms/detect-personal-data.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormatPersonalDataKinds } from '../../../ui/forms/use-format-personal-data-kinds.ts'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { isSubmitShortcut } from '../../../ui/state/key-press.ts'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import styles from '../decide.module.css'
import { DecisionCommentField } from '../decision-comment-field.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { VerdictChoice } from '../verdict-choice.tsx'
import { DecisionConflictNotice, DecisionResultNotice } from './decide-notices.tsx'
import { isEmptyDecisionDraft, useDecisionDraft } from './decision-draft.ts'
import {
  isOptionalTicketValid,
  listMissingDecisionFields,
  useDecisionSubmission,
} from './use-decision-submission.ts'

export interface DecisionFormProps {
  /** Case from the last read, with `recordHash`, and with `row.claim` if the case is claimed. */
  readonly item: CaseDetail
  readonly reviewCaseRef: ReviewCaseRef
  /** Called after a decision was recorded; the case is already marked for a reload. */
  readonly onDecided: (decision: DecisionView, isStillHere: boolean) => void
  /** Reason why no decision is possible right now, or null. The input stays and is still saved. */
  readonly closed: ReactNode
}

/** Form for verdict, reason and comment: saved as a draft on the server, sent with Ctrl+Enter. */
export function DecisionForm({ item, reviewCaseRef, onDecided, closed }: DecisionFormProps): ReactNode {
  const { missing: missingTexts, verdictChoice, verdicts: verdictLabels } = useMessages('review')
  const { decide: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const savedDecisionDraft = useDecisionDraft(reviewCaseRef, item.draft)
  const { draft, change } = savedDecisionDraft
  const deciding = useDecisionSubmission(
    item,
    reviewCaseRef,
    !isEmptyDecisionDraft(draft),
    (decision, isStillHere) => {
      savedDecisionDraft.stop()
      onDecided(decision, isStillHere)
    },
  )
  const text = useRef<HTMLTextAreaElement>(null)
  const options = useRef<HTMLFieldSetElement>(null)
  const reason = useRef<HTMLSelectElement>(null)
  const missing = listMissingDecisionFields(item, draft)
  const isBusy = closed !== null || deciding.isSending || deciding.awaitsReading
  const canSend = missing.length === 0 && !isBusy
  function choose(verdict: DecisionVerdict) {
    change({ verdict, reason: verdict === draft.verdict ? draft.reason : null })
  }
  function chooseByKey(nth: number) {
    const verdict = verdicts.options[nth]
    if (verdict === undefined || closed !== null) return
    choose(verdict)
    const needsReason = draft.reason === null || verdict !== draft.verdict
    if (needsReason) reason.current?.focus()
    else text.current?.focus()
  }
  useShortcut('1', format.text(texts.verdictShortcut, { verdict: verdictLabels.accept }), () =>
    chooseByKey(0),
  )
  useShortcut('2', format.text(texts.verdictShortcut, { verdict: verdictLabels.reject }), () =>
    chooseByKey(1),
  )
  useShortcut('3', format.text(texts.verdictShortcut, { verdict: verdictLabels.cancel }), () =>
    chooseByKey(2),
  )
  function send(event: FormEvent) {
    event.preventDefault()
    if (canSend) deciding.send(draft)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isSubmitShortcut(event)) send(event)
    // Leave the field, so that digits choose a verdict again.
    const isField = event.target === text.current || event.target === reason.current
    if (event.key === 'Escape' && isField) options.current?.focus()
  }
  function onBlur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return
    savedDecisionDraft.keep()
  }
  if (closed !== null && isEmptyDecisionDraft(draft)) return null
  return (
    <form
      className={styles.form}
      aria-label={verdictChoice.legend}
      onSubmit={send}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <VerdictChoice
        item={item}
        draft={draft}
        group={options}
        reasonField={reason}
        onChoose={choose}
        onChange={change}
        onReasonByKey={() => text.current?.focus()}
      />
      <DecisionCommentField value={draft.text} field={text} onChange={(text) => change({ text })} />
      <DecisionTicketField value={draft.ticket} onChange={(ticket) => change({ ticket })} />
      {deciding.changes ? (
        <DecisionConflictNotice
          changes={deciding.changes}
          awaitsReading={deciding.awaitsReading}
          asksForLook={deciding.asksForLook}
          readAgain={deciding.readAgain}
        />
      ) : null}
      {deciding.error ? (
        <ProblemNote
          error={deciding.error}
          missing={isOutcomeUnknown(deciding.error) ? texts.unknown : texts.failed}
        />
      ) : null}
      <DecisionResultNotice answer={deciding.answer} />
      <div className={styles.go}>
        <SubmitButton missing={missing.map((each) => missingTexts[each])} isBusy={isBusy} hasShortcut>
          {deciding.isSending
            ? texts.sending
            : deciding.asksForLook
              ? texts.confirmChanges
              : draft.verdict === null
                ? texts.send
                : format.text(texts.sendVerdict, { verdict: verdictLabels[draft.verdict] })}
        </SubmitButton>
        <span className={styles.quiet} role="status">
          {savedDecisionDraft.keeping === 'kept' && isEmptyDecisionDraft(draft)
            ? null
            : texts.draft[savedDecisionDraft.keeping]}
        </span>
      </div>
    </form>
  )
}

interface DecisionTicketFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Ticket field, validated while typing. */
export function DecisionTicketField({ value, onChange }: DecisionTicketFieldProps): ReactNode {
  const { ticket } = useMessages('review')
  const namesOf = useFormatPersonalDataKinds()
  const format = useFormatter()
  const ids = { field: useId(), help: useId() }
  const marks = detectPersonalDataInTicket(value)
  return (
    <>
      <label htmlFor={ids.field}>{ticket.label}</label>
      <input
        id={ids.field}
        value={value}
        maxLength={40}
        autoComplete="off"
        placeholder={ticket.placeholder}
        aria-invalid={!isOptionalTicketValid(value)}
        aria-describedby={ids.help}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <p id={ids.help} className={styles.help} aria-live="polite">
        {marks.length > 0 ? (
          <span className={styles.warning}>
            <span aria-hidden>▲</span> {format.text(ticket.personalData, { kinds: namesOf(marks) })}
          </span>
        ) : isOptionalTicketValid(value) ? null : (
          ticket.characters
        )}
      </p>
    </>
  )
}
