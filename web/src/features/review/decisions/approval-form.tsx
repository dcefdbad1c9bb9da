import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import {
  type DecisionApprovalInput,
  type DecisionApprovalResponse,
  type DecisionDetail,
  decisionApprovalInputSchema,
} from '@paydesk/shared/cases/decisions'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { isOutcomeUnknown } from '../../../lib/api/problem-error.ts'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../../ui/drafts/draft.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { isSubmitShortcut } from '../../../ui/state/key-press.ts'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import decide from '../decide.module.css'
import { DecisionCommentField, isDecisionComment } from '../decision-comment-field.tsx'
import { DecisionStatusBadge } from '../decision-status.tsx'
import type { DecisionRef } from '../queries.ts'
import { decisionQueries, refreshReviewQueue } from '../queries.ts'
import { RecordChangesList } from '../record-changes-list.tsx'
import styles from './decision-page.module.css'

interface DecisionApprovalSectionProps {
  readonly data: DecisionDetail
  readonly decisionRef: DecisionRef
  readonly refetch: () => void
}

type Answer = DecisionApprovalInput['answer']

const sectionId = 'answer'
const emptyApproval: DraftContent<'decision_approval'> = { answer: null, recordHash: null, text: '' }
const approvalOptions = [
  { answer: 'confirm', key: '1' },
  { answer: 'refuse', key: '2' },
  { answer: 'send_back', key: '3' },
] as const satisfies readonly { answer: Answer; key: string }[]

/** Approval of a decision: the form, the reason why the user may not approve, or the result. */
export function DecisionApprovalSection({
  data,
  decisionRef,
  refetch,
}: DecisionApprovalSectionProps): ReactNode {
  const { approval: texts } = useMessages('reviewDecisions')
  const queries = decisionQueries(useApiClient())
  const queryClient = useQueryClient()
  const showToast = useToast()
  const { disabledApproval } = useMessages('review')
  const { decision } = data
  const answer = useMutation({
    ...queries.answer(decisionRef),
    onSuccess: (given) => {
      const { queryKey } = queries.case(decisionRef)
      showToast({ text: describeApprovalResult(given, texts) })
      if (given.answer === 'moved') refetch()
      else queryClient.setQueryData(queryKey, (before) => before && { ...before, decision: given.decision })
      return refreshReviewQueue(queryClient, decisionRef.env)
    },
    onError: () => refetch(),
  })
  if (decision.status !== 'waiting' && answer.data === undefined) return null
  return (
    <Section title={texts.title} id={sectionId}>
      {answer.data ? <ApprovalResult key={answer.data.answer} answer={answer.data} now={decision} /> : null}
      {answer.error ? (
        <ProblemNote
          error={answer.error}
          missing={isOutcomeUnknown(answer.error) ? texts.unknown : texts.failed}
        />
      ) : null}
      {decision.mayAnswer ? (
        data.recordHash === null ? (
          <p className={styles.loud}>
            <span aria-hidden>▲</span> {texts.notLoaded} <Button onClick={refetch}>{texts.refresh}</Button>
          </p>
        ) : (
          <ApprovalForm
            decisionRef={decisionRef}
            recordHash={data.recordHash}
            isSending={answer.isPending}
            onSend={(body, onSent) =>
              answer.mutate(body, { onSuccess: (given) => given.answer !== 'moved' && onSent() })
            }
          />
        )
      ) : decision.status === 'waiting' ? (
        <p>{disabledApproval[decision.disabledReason ?? 'not_waiting']}</p>
      ) : null}
    </Section>
  )
}

function describeApprovalResult(
  { answer }: DecisionApprovalResponse,
  texts: Messages['reviewDecisions']['approval'],
): string {
  return { done: texts.done, moved: texts.moved, too_late: texts.tooLate }[answer]
}

interface ApprovalResultProps {
  readonly answer: DecisionApprovalResponse
  /** Decision in its current status, which still changes after the answer. */
  readonly now: DecisionDetail['decision']
}

function ApprovalResult({ answer, now }: ApprovalResultProps): ReactNode {
  const { approval: texts } = useMessages('reviewDecisions')
  const note = useRef<HTMLDivElement>(null)
  // Focus the result, because the form is gone.
  useEffect(() => note.current?.focus({ preventScroll: true }), [])
  if (answer.answer === 'moved')
    return (
      <div className={decide.note} role="alert">
        <p className={decide.title}>
          <span aria-hidden>▲</span> {texts.movedTitle}
        </p>
        <RecordChangesList changes={answer.changed} before={texts.before} none={texts.noChanges} />
        <p>{texts.inputKept}</p>
      </div>
    )
  return (
    <div ref={note} tabIndex={-1} className={decide.note} data-calm role="status">
      {answer.answer === 'done' ? texts.recorded : <b>{texts.tooLate}</b>}{' '}
      <DecisionStatusBadge decision={now} />
    </div>
  )
}

interface ApprovalFormProps {
  readonly decisionRef: DecisionRef
  readonly recordHash: string
  readonly isSending: boolean
  /** `onSent`: called once the answer is recorded. */
  readonly onSend: (body: DecisionApprovalInput, onSent: () => void) => void
}

/** Form to approve a decision, filled with the person's draft. */
function ApprovalForm(props: ApprovalFormProps): ReactNode {
  const { env, decision } = props.decisionRef
  return (
    <FormDraftLoader draftRef={{ env, kind: 'decision_approval', about: decision }}>
      {(draft) => <OpenedApprovalForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

/** Approval form: `1` approves, `2` rejects, `3` returns; rejecting and returning need a comment. */
function OpenedApprovalForm({
  recordHash,
  isSending,
  onSend,
  draft,
}: ApprovalFormProps & { readonly draft: FormDraft<'decision_approval'> }): ReactNode {
  const { approval: texts } = useMessages('reviewDecisions')
  const group = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const radios = useRef<Partial<Record<Answer, HTMLInputElement | null>>>({})
  /** Chosen answer, the hash of the record it is for (another record needs a new choice), and the comment. */
  const [input, setInput] = useState(draft.initial ?? emptyApproval)
  const { text: typed, answer: choice } = input
  const chosen = input.recordHash === recordHash ? choice : null
  function change(part: Partial<typeof input>) {
    const next = { ...input, ...part }
    setInput(next)
    draft.change(next.answer === null && next.text === '' ? null : next)
  }
  const words = typed.trim()
  const hasWords = words === '' ? chosen === 'confirm' : isDecisionComment(words)
  const canSend = chosen !== null && hasWords && !isSending
  function chooseByKey(answer: Answer) {
    change({ answer, recordHash })
    if (answer === 'confirm') radios.current.confirm?.focus()
    else text.current?.focus()
  }
  useShortcut('1', texts.shortcuts.confirm, () => chooseByKey('confirm'))
  useShortcut('2', texts.shortcuts.refuse, () => chooseByKey('refuse'))
  useShortcut('3', texts.shortcuts.send_back, () => chooseByKey('send_back'))
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    const body = decisionApprovalInputSchema.safeParse({
      answer: chosen,
      ...(words === '' ? {} : { text: words }),
      recordHash,
    })
    if (canSend && body.success) onSend(body.data, draft.forget)
  }
  return (
    <form
      className={decide.form}
      aria-label={texts.title}
      onSubmit={send}
      onKeyDown={(event) => {
        if (isSubmitShortcut(event)) send(event)
      }}
    >
      <fieldset className={decide.verdicts}>
        <legend className="unseen">{texts.legend}</legend>
        {approvalOptions.map(({ answer, key }) => (
          <label key={answer} className={decide.verdict} data-chosen={answer === chosen || undefined}>
            <input
              ref={(input) => {
                radios.current[answer] = input
              }}
              type="radio"
              aria-keyshortcuts={key}
              name={group}
              checked={answer === chosen}
              onChange={() => change({ answer, recordHash })}
            />
            {texts.answers[answer]}
          </label>
        ))}
      </fieldset>
      {choice !== null && chosen === null ? (
        <p className={`${decide.note} ${decide.title}`} role="alert">
          <span aria-hidden>▲</span> {texts.choiceOutdated}
        </p>
      ) : null}
      <DecisionCommentField
        value={typed}
        onChange={(text) => change({ text })}
        field={text}
        isOptional={chosen === 'confirm' || chosen === null}
      />
      <DraftStatus {...draft.status} />
      <div className={decide.go}>
        <Button look="primary" type="submit" aria-keyshortcuts="Control+Enter" disabled={!canSend}>
          {isSending ? texts.sending : chosen === null ? texts.send : texts.answers[chosen]}
        </Button>
        <span className={decide.quiet}>
          {chosen === null || chosen === 'confirm' ? texts.commentRequired : texts.commentReader}
        </span>
      </div>
    </form>
  )
}
