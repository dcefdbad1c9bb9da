import type { Verdict } from '@paydesk/shared/work/decision'
import { verdict as verdicts } from '@paydesk/shared/work/decision'
import type { FocusEvent, FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useId, useRef } from 'react'
import { isUnsure } from '../../../lib/api/problem-error.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ticketMarks } from '../../../ui/forms/personal-marks.ts'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import styles from '../decide.module.css'
import { VerdictChoice } from '../verdict-choice.tsx'
import { verdictWords } from '../words.ts'
import { WordsField } from '../words-field.tsx'
import { DecideAnswerNote, StoppedNote } from './decide-notes.tsx'
import type { DecideSectionProps } from './decide-section.tsx'
import { isTicket, missingFrom, useDeciding } from './deciding.ts'
import { isEmptyDraft, useKeptDraft } from './decision-draft.ts'

interface DecideFormProps extends DecideSectionProps {
  /** Why nothing can be decided right now, or null. What was typed stays and is kept. */
  readonly closed: ReactNode
}

/** What, why, in whose words: typed once, kept on the server, sent with Ctrl+Enter. */
export function DecideForm({ closed, ...props }: DecideFormProps): ReactNode {
  const { item, place, onDecided, decisionLink } = props
  const kept = useKeptDraft(place, item.draft)
  const { draft, change } = kept
  const deciding = useDeciding(item, place, !isEmptyDraft(draft), (decision) => {
    kept.stop()
    onDecided(decision)
  })
  const area = useRef<HTMLFormElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const options = useRef<HTMLFieldSetElement>(null)
  const missing = missingFrom(item, draft)
  const isReady = closed === null && missing.length === 0
  const canSend = isReady && !deciding.isSending && !deciding.awaitsReading
  function choose(verdict: Verdict) {
    const isSame = verdict === draft.verdict
    change({ verdict, reason: isSame ? draft.reason : firstReason(props, verdict) })
  }
  function chooseByKey(nth: number) {
    const verdict = verdicts.options[nth]
    // Elsewhere on the page a digit decides nothing.
    if (verdict === undefined || !area.current?.contains(document.activeElement)) return
    choose(verdict)
    text.current?.focus()
  }
  useKey('1', `Decide: ${verdictWords.accept}`, () => chooseByKey(0))
  useKey('2', `Decide: ${verdictWords.reject}`, () => chooseByKey(1))
  useKey('3', `Decide: ${verdictWords.cancel}`, () => chooseByKey(2))
  function send(event: FormEvent) {
    event.preventDefault()
    if (canSend) deciding.send(draft)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
    // Out of the text, so that the digits choose again.
    if (event.key === 'Escape' && event.target === text.current) options.current?.focus()
  }
  function onBlur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return
    kept.keep()
  }
  if (closed !== null && isEmptyDraft(draft)) return null
  return (
    <form
      ref={area}
      className={styles.form}
      aria-label="Decision"
      onSubmit={send}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <VerdictChoice item={item} draft={draft} group={options} onChoose={choose} onChange={change} />
      <WordsField label="Why" value={draft.text} field={text} onChange={(words) => change({ text: words })} />
      <TicketField value={draft.ticket} onChange={(ticket) => change({ ticket })} />
      {deciding.changes ? (
        <StoppedNote
          changes={deciding.changes}
          awaitsReading={deciding.awaitsReading}
          asksForLook={deciding.asksForLook}
          readAgain={deciding.readAgain}
        />
      ) : null}
      {deciding.error ? (
        <ProblemNote
          error={deciding.error}
          missing={
            isUnsure(deciding.error)
              ? 'No answer came: look above whether it was decided before you send it again'
              : 'Nothing was decided'
          }
        />
      ) : null}
      <DecideAnswerNote answer={deciding.answer} decisionLink={decisionLink} />
      <div className={styles.go}>
        <Button look="primary" type="submit" disabled={!canSend}>
          {deciding.isSending ? 'Deciding…' : deciding.asksForLook ? 'I have looked' : goWords(draft.verdict)}
        </Button>
        <Kbd keys="Ctrl ↵" />
        <span className={styles.quiet} role="status">
          {keepingWords[kept.keeping]}
        </span>
      </div>
      {missing.length > 0 ? <p className={styles.missing}>Still needed: {missing.join('; ')}.</p> : null}
    </form>
  )
}

const keepingWords = {
  kept: 'What is typed is kept for you.',
  unkept: 'Keeping it…',
  failed: 'What is typed could not be kept; it is tried again when you go on.',
} as const

function goWords(verdict: Verdict | null): string {
  return verdict === null ? 'Decide' : `Decide: ${verdictWords[verdict].toLowerCase()}`
}

function firstReason({ item }: DecideSectionProps, verdict: Verdict): string | null {
  return item.reasons.find((reason) => reason.verdict === verdict)?.code ?? null
}

interface TicketFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The number of a ticket, checked while it is typed. */
export function TicketField({ value, onChange }: TicketFieldProps): ReactNode {
  const ids = { field: useId(), help: useId() }
  const marks = ticketMarks(value)
  return (
    <>
      <label htmlFor={ids.field}>Ticket</label>
      <input
        id={ids.field}
        value={value}
        maxLength={40}
        autoComplete="off"
        placeholder="if there is one"
        aria-invalid={!isTicket(value)}
        aria-describedby={ids.help}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <p id={ids.help} className={styles.help} aria-live="polite">
        {marks.length > 0 ? (
          <span className={styles.warning}>
            <span aria-hidden>▲</span> The ticket looks like {marks.join(' and ')}: it is not taken.
          </span>
        ) : isTicket(value) ? null : (
          'A ticket has letters, digits, # _ and - only.'
        )}
      </p>
    </>
  )
}
