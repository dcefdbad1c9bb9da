import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type {
  PaymentRequestFormId as Form,
  PaymentRequest,
  PaymentRequestId,
} from '@paydesk/shared/payments/payment-requests'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { getButtonClassName } from '../../../ui/forms/button.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { EmptyState } from '../../../ui/table/list-layout.tsx'
import { paymentRequestQueries } from '../queries.ts'
import { getStoredForm, type RequestFormOptions } from '../request-form-values.ts'
import { type SubmissionNotice, useRequestForm } from '../use-request-form.ts'
import styles from './form.module.css'
import { PaymentRequestForm } from './request-form.tsx'
import { RequestReviewStep } from './review-step.tsx'

export interface NewPaymentRequestPageProps {
  readonly env: EnvironmentName
  /** Name of the environment, for the window title. */
  readonly environmentLabel: string
  readonly form: Form
  readonly customer: CustomerHandle | undefined
  readonly isReview: boolean
  /** `onReview` pushes a history entry; `onForm('instead')` replaces a review that has nothing to show. */
  readonly onReview: () => void
  readonly onForm: (how: 'back' | 'instead') => void
  readonly onGone: (request: PaymentRequestId, said: SubmissionNotice | null) => void
  readonly requestLink: (request: PaymentRequestId, words: ReactNode) => ReactNode
  /** Links to a new, empty form. */
  readonly newLink: (words: ReactNode, className: string) => ReactNode
}

/** One form makes one payment: fill in, review, send. */
export function NewPaymentRequestPage(props: NewPaymentRequestPageProps): ReactNode {
  const { env, form, customer, environmentLabel, isReview } = props
  const queryClient = useQueryClient()
  const query = useQuery(paymentRequestQueries(useApiClient()).choices(env, customer))
  // Read once, when the page opens: this page stays while the form is being sent.
  const [sentAs] = useState(() => {
    const kept = getStoredForm(queryClient, env, form)
    return kept?.isGone ? kept.request : null
  })
  const head = (
    <PageHeader
      key={String(isReview)}
      title={isReview ? 'Review the payment' : 'New payment'}
      place={environmentLabel}
    >
      <FormSteps at={isReview ? 1 : 0} />
    </PageHeader>
  )
  if (sentAs !== null) {
    return (
      <div className={styles.page}>
        {head}
        <EmptyState>
          <p>This form was sent, or may have been: it makes one payment and no second one.</p>
          <p className={styles.ways}>
            {props.requestLink(sentAs, 'Look at the payment')}
            {props.newLink('New payment', getButtonClassName())}
          </p>
        </EmptyState>
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
            <NewRequestForm {...props} choices={choices} />
          ) : (
            <EmptyState>
              <p>{choices.why ?? 'This environment has no payment requests.'}</p>
            </EmptyState>
          )
        }
      </AsyncView>
    </div>
  )
}

const steps = ['Fill in', 'Review', 'Follow'] as const

function FormSteps({ at }: { readonly at: number }): ReactNode {
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

function NewRequestForm(
  props: NewPaymentRequestPageProps & { readonly choices: RequestFormOptions },
): ReactNode {
  const { env, form, choices, isReview, onReview, onForm, onGone, requestLink } = props
  const making = useRequestForm({ env, form, choices, onReview, onGone })
  const isMissing = isReview && making.draft === null
  const goInstead = useEffectEvent(() => onForm('instead'))
  // After a reload nothing has been reviewed: show the form again.
  useEffect(() => {
    if (isMissing) goInstead()
  }, [isMissing])
  if (isReview && making.draft !== null) {
    return (
      <RequestReviewStep
        making={making}
        draft={making.draft}
        requestLink={({ request }: PaymentRequest, words) => requestLink(request, words)}
        onChange={() => onForm('back')}
      />
    )
  }
  // Render the form one step later, so that it takes the focus after the page heading, not before it.
  return isReview ? null : <PaymentRequestForm making={making} choices={choices} />
}
