import type { DecisionView } from '@paydesk/shared/cases/decisions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useRef } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { isOutcomeUnknown } from '../../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../../ui/drafts/draft.tsx'
import { useDraftInput } from '../../../ui/drafts/use-draft-input.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { isSubmitShortcut } from '../../../ui/state/key-press.ts'
import { useNowEverySecond } from '../../../ui/state/use-now.ts'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import decide from '../decide.module.css'
import { DecisionCommentField, isDecisionComment } from '../decision-comment-field.tsx'
import { describeWithdrawalEffect } from '../operator-action-status.tsx'
import type { DecisionRef } from '../queries.ts'
import { decisionQueries, refreshReviewQueue } from '../queries.ts'
import styles from './decision-page.module.css'

interface CloseDecisionSectionProps {
  readonly decision: DecisionView
  readonly decisionRef: DecisionRef
}

/**
 * Closes a decision that the payment service does not follow: by colleagues of its maker, after a waiting
 * time, with a comment.
 */
export function CloseDecisionSection({ decision, decisionRef }: CloseDecisionSectionProps): ReactNode {
  const { close: texts } = useMessages('reviewDecisions')
  const format = useFormatter()
  const now = useNowEverySecond()
  const nameColleague = useFormatColleagueName()
  if (decision.staleAt === null || !decision.mayClose) return null
  return (
    <Section title={texts.title} id="close">
      {now < Date.parse(decision.staleAt) ? (
        <p className={styles.quiet}>
          {format.parts(texts.later, {
            time: <Timestamp key="time" at={decision.staleAt} as="full" />,
            name: nameColleague(decision.by, 'object'),
          })}
        </p>
      ) : (
        <CloseDecisionForm decision={decision} decisionRef={decisionRef} />
      )}
    </Section>
  )
}

function CloseDecisionForm(props: CloseDecisionSectionProps): ReactNode {
  const { env, decision } = props.decisionRef
  return (
    <FormDraftLoader draftRef={{ env, kind: 'decision_close', about: decision }}>
      {(draft) => <OpenedCloseForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

function OpenedCloseForm({
  decision,
  decisionRef,
  draft,
}: CloseDecisionSectionProps & { readonly draft: FormDraft<'decision_close'> }): ReactNode {
  const review = useMessages('review')
  const { close: texts } = useMessages('reviewDecisions')
  const queries = decisionQueries(useApiClient())
  const queryClient = useQueryClient()
  const showToast = useToast()
  const text = useRef<HTMLTextAreaElement>(null)
  const [{ text: typed }, change] = useDraftInput(draft, { text: '' })
  const { queryKey } = queries.case(decisionRef)
  const close = useMutation({
    ...queries.withdraw(decisionRef),
    onSuccess: (after) => {
      draft.forget()
      const isDone = after.status === 'withdrawn' && after.withdrawnBy?.me
      showToast({ text: isDone ? texts.done : texts.moved })
      queryClient.setQueryData(queryKey, (data) => data && { ...data, decision: after })
      return refreshReviewQueue(queryClient, decisionRef.env)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const canSend = isDecisionComment(typed) && !close.isPending
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (canSend) close.mutate({ text: typed.trim() })
  }
  return (
    <>
      <p className={styles.quiet}>
        {texts.note} {describeWithdrawalEffect(decision, review)}
      </p>
      {close.error ? (
        <ProblemNote
          error={close.error}
          missing={isOutcomeUnknown(close.error) ? texts.unknown : texts.failed}
        />
      ) : null}
      <form
        className={decide.form}
        aria-label={texts.send}
        onSubmit={send}
        onKeyDown={(event) => {
          if (isSubmitShortcut(event)) send(event)
        }}
      >
        <DecisionCommentField value={typed} onChange={(text) => change({ text })} field={text} />
        <div className={decide.go}>
          <Button type="submit" aria-keyshortcuts="Control+Enter" disabled={!canSend}>
            {close.isPending ? texts.sending : texts.send}
          </Button>
        </div>
        <DraftStatus {...draft.status} />
      </form>
    </>
  )
}
