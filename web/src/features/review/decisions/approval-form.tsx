import {
  type DecisionApprovalInput,
  type DecisionApprovalResponse,
  type DecisionDetail,
  decisionApprovalInput,
} from '@paydesk/shared/cases/decisions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { isOutcomeUnknown } from '../../../lib/api/problem-error.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import decide from '../decide.module.css'
import { DecisionCommentField, isDecisionComment } from '../decision-comment-field.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import type { DecisionRef } from '../queries.ts'
import { decisionQueries, refreshReviewQueue } from '../queries.ts'
import { RecordChangesList } from '../record-changes-list.tsx'
import styles from './decision-page.module.css'

interface ApprovalSectionProps {
  readonly data: DecisionDetail
  readonly place: DecisionRef
  readonly reread: () => void
}

type Answer = DecisionApprovalInput['answer']

const sectionId = 'answer'
const approvalOptions = [
  { answer: 'confirm', word: 'Confirm', key: '1' },
  { answer: 'refuse', word: 'Refuse', key: '2' },
  { answer: 'send_back', word: 'Send back', key: '3' },
] as const satisfies readonly { answer: Answer; [more: string]: string }[]

/** Approval of a decision: the form, the reason why the user may not approve, or the result. */
export function ApprovalSection({ data, place, reread }: ApprovalSectionProps): ReactNode {
  const queries = decisionQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { decision } = data
  const answer = useMutation({
    ...queries.answer(place),
    onSuccess: (given) => {
      const { queryKey } = queries.case(place)
      announce(describeApprovalResult(given))
      if (given.answer === 'moved') reread()
      else queryClient.setQueryData(queryKey, (before) => before && { ...before, decision: given.decision })
      return refreshReviewQueue(queryClient, place.env)
    },
    onError: () => reread(),
  })
  if (decision.status !== 'waiting' && answer.data === undefined) return null
  return (
    <Section title="Second person" id={sectionId}>
      {answer.data ? <ApprovalResult key={answer.data.answer} answer={answer.data} now={decision} /> : null}
      {answer.error ? (
        <ProblemNote
          error={answer.error}
          missing={
            isOutcomeUnknown(answer.error)
              ? 'No answer came: look above whether it was answered before you send it again'
              : 'Nothing was answered'
          }
        />
      ) : null}
      {decision.mayAnswer ? (
        data.print === null ? (
          <p className={styles.loud}>
            <span aria-hidden>▲</span> What the service says now could not be read. Nobody can answer without
            having seen it. <Button onClick={reread}>Read again</Button>
          </p>
        ) : (
          <ApprovalForm
            print={data.print}
            isSending={answer.isPending}
            onSend={(body) => answer.mutate(body)}
          />
        )
      ) : decision.status === 'waiting' ? (
        <p>{decision.whyNot ?? 'It is not yours to answer.'}</p>
      ) : null}
    </Section>
  )
}

function describeApprovalResult(given: DecisionApprovalResponse): string {
  switch (given.answer) {
    case 'done':
      return 'Your answer is recorded'
    case 'moved':
      return 'Nothing was recorded: the service says something else now. Look at what changed.'
    case 'too_late':
      return 'Nothing was recorded: it was over already'
  }
}

interface ApprovalResultProps {
  readonly answer: DecisionApprovalResponse
  /** Decision in its current status, which still changes after the answer. */
  readonly now: DecisionDetail['decision']
}

function ApprovalResult({ answer, now }: ApprovalResultProps): ReactNode {
  const note = useRef<HTMLDivElement>(null)
  // Focus the result, because the form is gone.
  useEffect(() => note.current?.focus({ preventScroll: true }), [])
  if (answer.answer === 'moved')
    return (
      <div className={decide.note} role="alert">
        <p className={decide.title}>
          <span aria-hidden>▲</span> Nothing was recorded: the service says something else than when you
          looked
        </p>
        <RecordChangesList
          changes={answer.changed}
          before="When you looked"
          none="What changed is hidden from your role, or stands on this page already."
        />
        <p>What you typed is still here. Look at it, then choose and send again.</p>
      </div>
    )
  return (
    <div ref={note} tabIndex={-1} className={decide.note} data-calm role="status">
      {answer.answer === 'done' ? (
        'Your answer is recorded.'
      ) : (
        <b>Nothing was recorded: it was answered, withdrawn or ended meanwhile.</b>
      )}{' '}
      <DecisionStatusBadge decision={now} />
    </div>
  )
}

interface ApprovalFormProps {
  readonly print: string
  readonly isSending: boolean
  readonly onSend: (body: DecisionApprovalInput) => void
}

/** Approval form: `1` approves, `2` rejects, `3` returns; rejecting and returning need a comment. */
function ApprovalForm({ print, isSending, onSend }: ApprovalFormProps): ReactNode {
  const group = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const radios = useRef<Partial<Record<Answer, HTMLInputElement | null>>>({})
  const [typed, setTyped] = useState('')
  /** Chosen answer, and the hash of the record it is for; another record needs a new choice. */
  const [choice, setChoice] = useState<{ answer: Answer; print: string } | null>(null)
  const chosen = choice?.print === print ? choice.answer : null
  const words = typed.trim()
  const hasWords = words === '' ? chosen === 'confirm' : isDecisionComment(words)
  const canSend = chosen !== null && hasWords && !isSending
  function chooseByKey(answer: Answer) {
    setChoice({ answer, print })
    if (answer === 'confirm') radios.current.confirm?.focus()
    else text.current?.focus()
  }
  useShortcut('1', 'Confirm as the second person', () => chooseByKey('confirm'))
  useShortcut('2', 'Refuse as the second person', () => chooseByKey('refuse'))
  useShortcut('3', 'Send back as the second person', () => chooseByKey('send_back'))
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    const body = decisionApprovalInput.safeParse({
      answer: chosen,
      ...(words === '' ? {} : { text: words }),
      print,
    })
    if (canSend && body.success) onSend(body.data)
  }
  return (
    <form
      className={decide.form}
      aria-label="Second person"
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
      }}
    >
      <fieldset className={decide.verdicts}>
        <legend className="unseen">Your answer</legend>
        {approvalOptions.map(({ answer, word, key }) => (
          <label key={answer} className={decide.verdict} data-chosen={answer === chosen || undefined}>
            <input
              ref={(input) => {
                radios.current[answer] = input
              }}
              type="radio"
              name={group}
              checked={answer === chosen}
              onChange={() => setChoice({ answer, print })}
            />
            {word}
            <span aria-hidden>
              <Kbd keys={key} />
            </span>
          </label>
        ))}
      </fieldset>
      {choice !== null && chosen === null ? (
        <p className={`${decide.note} ${decide.title}`} role="alert">
          <span aria-hidden>▲</span> It changed after you had chosen: look at it, then choose again.
        </p>
      ) : null}
      <DecisionCommentField
        value={typed}
        onChange={setTyped}
        field={text}
        isOptional={chosen === 'confirm' || chosen === null}
      />
      <div className={decide.go}>
        <Button look="primary" type="submit" disabled={!canSend}>
          {isSending
            ? 'Sending…'
            : (approvalOptions.find(({ answer }) => answer === chosen)?.word ?? 'Answer')}
        </Button>
        <Kbd keys="Ctrl ↵" />
        <span className={decide.quiet}>
          {chosen === null || chosen === 'confirm'
            ? 'Words are needed to refuse or to send back.'
            : 'The first person reads your words.'}
        </span>
      </div>
    </form>
  )
}
