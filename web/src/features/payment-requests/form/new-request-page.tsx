import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type { RequestForm as Form, PaymentRequest, RequestId } from '@paydesk/shared/payments/payment-request'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { buttonLook } from '../../../ui/forms/button.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { NoRows } from '../../../ui/table/list-parts.tsx'
import { type Said, useMaking } from '../making.ts'
import { requestQueries } from '../queries.ts'
import { type Choices, keptForm } from '../typed.ts'
import styles from './form.module.css'
import { RequestForm } from './request-form.tsx'
import { ReviewStep } from './review-step.tsx'

export interface NewRequestPageProps {
  readonly env: EnvironmentName
  /** The environment's name, for the window's title. */
  readonly place: string
  readonly form: Form
  readonly customer: CustomerHandle | undefined
  readonly isReview: boolean
  /** To the review, a step of its own to come back from; and from it where there is nothing to review. */
  readonly onReview: () => void
  readonly onForm: (how: 'back' | 'instead') => void
  readonly onGone: (request: RequestId, said: Said | null) => void
  readonly requestLink: (request: RequestId, words: ReactNode) => ReactNode
  /** To another, empty form. */
  readonly newLink: (words: ReactNode, className: string) => ReactNode
}

/** One form, one payment: filled in, looked at, sent. */
export function NewRequestPage(props: NewRequestPageProps): ReactNode {
  const { env, form, customer, place, isReview } = props
  const queryClient = useQueryClient()
  const query = useQuery(requestQueries(useClient()).choices(env, customer))
  // As it was when the page was opened: while it is being sent this page stays.
  const [sentAs] = useState(() => {
    const kept = keptForm(queryClient, env, form)
    return kept?.isGone ? kept.request : null
  })
  const head = (
    <PageHead key={String(isReview)} title={isReview ? 'Review the payment' : 'New payment'} place={place}>
      <Steps at={isReview ? 1 : 0} />
    </PageHead>
  )
  if (sentAs !== null) {
    return (
      <div className={styles.page}>
        {head}
        <NoRows>
          <p>This form was sent, or may have been: it makes one payment and no second one.</p>
          <p className={styles.ways}>
            {props.requestLink(sentAs, 'Look at the payment')}
            {props.newLink('New payment', buttonLook())}
          </p>
        </NoRows>
      </div>
    )
  }
  return (
    <div className={styles.page}>
      {head}
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The form could not be read"
        skeleton={<Skeleton lines={8} height={34} width="min(640px, 100%)" />}
      >
        {(choices) =>
          choices.isOn ? (
            <Opened {...props} choices={choices} />
          ) : (
            <NoRows>
              <p>{choices.why ?? 'This environment has no payment requests.'}</p>
            </NoRows>
          )
        }
      </AsyncView>
    </div>
  )
}

const steps = ['Fill in', 'Review', 'Follow'] as const

function Steps({ at }: { readonly at: number }): ReactNode {
  return (
    <ol aria-label="Steps" className={styles.steps}>
      {steps.map((word, nth) => (
        <li key={word} aria-current={nth === at ? 'step' : undefined}>
          <span aria-hidden className={styles.nth}>
            {nth + 1}
          </span>
          {word}
        </li>
      ))}
    </ol>
  )
}

function Opened(props: NewRequestPageProps & { readonly choices: Choices }): ReactNode {
  const { env, form, choices, isReview, onReview, onForm, onGone, requestLink } = props
  const making = useMaking({ env, form, choices, onReview, onGone })
  const isMissing = isReview && making.draft === null
  const goInstead = useEffectEvent(() => onForm('instead'))
  // After a reload there is the form again, and nothing that was looked at.
  useEffect(() => {
    if (isMissing) goInstead()
  }, [isMissing])
  if (isReview && making.draft !== null) {
    return (
      <ReviewStep
        making={making}
        draft={making.draft}
        requestLink={({ request }: PaymentRequest, words) => requestLink(request, words)}
        onChange={() => onForm('back')}
      />
    )
  }
  // One step later: the form then has the keyboard after the heading of the page, not before it.
  return isReview ? null : <RequestForm making={making} choices={choices} />
}
