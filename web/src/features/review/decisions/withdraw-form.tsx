import type { DecisionView } from '@paydesk/shared/cases/decisions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { isOutcomeUnknown } from '../../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import { describeWithdrawalEffect } from '../operator-action-status.tsx'
import type { DecisionRef } from '../queries.ts'
import { decisionQueries, refreshReviewQueue } from '../queries.ts'
import styles from './decision-page.module.css'

interface WithdrawDecisionSectionProps {
  readonly decisionRef: DecisionRef
  readonly decision: DecisionView
}

/**
 * Withdraws a decision by its maker, until the payment service has followed. The decision stays on record.
 */
export function WithdrawDecisionSection({ decisionRef, decision }: WithdrawDecisionSectionProps): ReactNode {
  const review = useMessages('review')
  const { withdraw: texts } = useMessages('reviewDecisions')
  const queries = decisionQueries(useApiClient())
  const queryClient = useQueryClient()
  const showToast = useToast()
  const [isAsked, setAsked] = useState(false)
  const { queryKey } = queries.case(decisionRef)
  const withdraw = useMutation({
    ...queries.withdraw(decisionRef),
    onSuccess: (after) => {
      const isDone = after.status === 'withdrawn'
      showToast({ text: isDone ? texts.done : texts.moved })
      queryClient.setQueryData(queryKey, (data) => data && { ...data, decision: after })
      return refreshReviewQueue(queryClient, decisionRef.env)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <Section title={texts.title}>
      <p className={styles.quiet}>
        {texts.note} {describeWithdrawalEffect(decision, review)}{' '}
        {decision.staleAt === null ? null : <CloseByOthersNote staleAt={decision.staleAt} />}
      </p>
      {withdraw.error ? (
        <ProblemNote
          error={withdraw.error}
          missing={isOutcomeUnknown(withdraw.error) ? texts.unknown : texts.failed}
        />
      ) : null}
      <div className={styles.go}>
        {isAsked ? (
          <>
            <Button look="primary" disabled={withdraw.isPending} onClick={() => withdraw.mutate({})}>
              {withdraw.isPending ? texts.sending : texts.confirm}
            </Button>
            <Button look="quiet" onClick={() => setAsked(false)}>
              {texts.cancel}
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsked(true)}>{texts.start}</Button>
        )}
      </div>
    </Section>
  )
}

function CloseByOthersNote({ staleAt }: { readonly staleAt: string }): ReactNode {
  const { withdraw } = useMessages('reviewDecisions')
  const format = useFormatter()
  return format.parts(withdraw.colleagues, { time: <Timestamp key="time" at={staleAt} as="full" /> })
}
