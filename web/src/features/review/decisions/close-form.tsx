import type { DecisionView } from '@paydesk/shared/cases/decisions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { isOutcomeUnknown } from '../../../lib/api/problem-error.ts'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useNowEverySecond } from '../../../ui/state/use-now.ts'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import decide from '../decide.module.css'
import { DecisionCommentField, isDecisionComment } from '../decision-comment-field.tsx'
import { describeWithdrawalEffect } from '../operator-action-status.tsx'
import type { DecisionRef } from '../queries.ts'
import { decisionQueries, refreshReviewQueue } from '../queries.ts'
import styles from './decision-page.module.css'

interface CloseDecisionSectionProps {
  readonly decision: DecisionView
  readonly place: DecisionRef
}

/**
 * Closes a decision that the payment service does not follow: by colleagues of its maker, after a waiting
 * time, with a comment.
 */
export function CloseDecisionSection({ decision, place }: CloseDecisionSectionProps): ReactNode {
  const now = useNowEverySecond()
  if (decision.staleAt === null || !decision.mayClose) return null
  return (
    <Section title="Close" id="close">
      {now < Date.parse(decision.staleAt) ? (
        <p className={styles.quiet}>
          It waits for the service. If nothing has come of it by <Timestamp at={decision.staleAt} as="full" />
          , you and every colleague who works on the item may close it with a reason. Until then only{' '}
          {decision.by.name} can withdraw it.
        </p>
      ) : (
        <CloseDecisionForm decision={decision} place={place} />
      )}
    </Section>
  )
}

function CloseDecisionForm({ decision, place }: CloseDecisionSectionProps): ReactNode {
  const texts = useMessages('review')
  const queries = decisionQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const text = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState('')
  const { queryKey } = queries.case(place)
  const close = useMutation({
    ...queries.withdraw(place),
    onSuccess: (after) => {
      const isDone = after.status === 'withdrawn' && after.withdrawnBy?.me
      announce(isDone ? 'Closed' : 'Not closed: it has moved on meanwhile. Look at where it stands.')
      queryClient.setQueryData(queryKey, (data) => data && { ...data, decision: after })
      return refreshReviewQueue(queryClient, place.env)
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
        The service has not followed in time. Whoever works on the item may close the decision with a reason:
        it stays on record as withdrawn by you, and the item is open for a new one.{' '}
        {describeWithdrawalEffect(decision, texts)}
      </p>
      {close.error ? (
        <ProblemNote
          error={close.error}
          missing={
            isOutcomeUnknown(close.error)
              ? 'It is not known whether it was closed: look above before you send it again'
              : 'It was not closed'
          }
        />
      ) : null}
      <form
        className={decide.form}
        aria-label="Close the decision"
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
        }}
      >
        <DecisionCommentField value={typed} onChange={setTyped} field={text} />
        <div className={decide.go}>
          <Button type="submit" disabled={!canSend}>
            {close.isPending ? 'Closing…' : 'Close the decision'}
          </Button>
          <Kbd keys="Ctrl ↵" />
        </div>
      </form>
    </>
  )
}
