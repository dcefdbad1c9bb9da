import type { DecisionView } from '@paydesk/shared/cases/decisions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { isOutcomeUnknown } from '../../../lib/api/problem-error.ts'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { describeWithdrawalEffect } from '../operator-action-status.tsx'
import type { DecisionRef } from '../queries.ts'
import { decisionQueries, refreshReviewQueue } from '../queries.ts'
import styles from './decision-page.module.css'

interface WithdrawDecisionSectionProps {
  readonly place: DecisionRef
  readonly decision: DecisionView
}

/**
 * Withdraws a decision by its maker, until the payment service has followed. The decision stays on record.
 */
export function WithdrawDecisionSection({ place, decision }: WithdrawDecisionSectionProps): ReactNode {
  const texts = useMessages('review')
  const queries = decisionQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [isAsked, setAsked] = useState(false)
  const { queryKey } = queries.case(place)
  const withdraw = useMutation({
    ...queries.withdraw(place),
    onSuccess: (after) => {
      const isDone = after.status === 'withdrawn'
      announce(isDone ? 'Withdrawn' : 'Not withdrawn: it has moved on meanwhile. Look at where it stands.')
      queryClient.setQueryData(queryKey, (data) => data && { ...data, decision: after })
      return refreshReviewQueue(queryClient, place.env)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <Section title="Withdraw">
      <p className={styles.quiet}>
        Possible until the service has followed. The decision stays on record as withdrawn, and the item is
        open again. {describeWithdrawalEffect(decision, texts)}{' '}
        {decision.staleAt === null ? null : <CloseByOthersNote staleAt={decision.staleAt} />}
      </p>
      {withdraw.error ? (
        <ProblemNote
          error={withdraw.error}
          missing={
            isOutcomeUnknown(withdraw.error)
              ? 'It is not known whether it was withdrawn: look above before you try again'
              : 'It was not withdrawn'
          }
        />
      ) : null}
      <div className={styles.go}>
        {isAsked ? (
          <>
            <Button look="primary" disabled={withdraw.isPending} onClick={() => withdraw.mutate({})}>
              {withdraw.isPending ? 'Withdrawing…' : 'Yes, withdraw it'}
            </Button>
            <Button look="quiet" onClick={() => setAsked(false)}>
              Leave it
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsked(true)}>Withdraw the decision</Button>
        )}
      </div>
    </Section>
  )
}

function CloseByOthersNote({ staleAt }: { readonly staleAt: string }): ReactNode {
  return (
    <>
      From <Timestamp at={staleAt} as="full" /> on colleagues may close it too, with a reason.
    </>
  )
}
