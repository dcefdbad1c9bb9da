import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import type { PaymentRequestFormId } from '@paydesk/shared/payments/payment-requests'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { type FormDraft, FormDraftLoader, usePrefetchDraft } from '../../../ui/drafts/draft.tsx'
import { getButtonClassName } from '../../../ui/forms/button.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { paymentRequestQueries } from '../queries.ts'
import { getStoredPaymentRequestForm, type PaymentRequestFormOptions } from '../request-form-values.ts'
import { usePaymentRequestForm } from '../use-request-form.ts'
import styles from './form.module.css'
import { PaymentRequestForm } from './request-form.tsx'
import { PaymentRequestReviewStep } from './review-step.tsx'

const route = getRouteApi('/inside/$env/payment-requests/new')

/** One form makes one payment: fill in, review, send. */
export function NewPaymentRequestPage(): ReactNode {
  const { form, step } = route.useSearch()
  const router = useRouter()
  // Load the request's page before sending: that page reports the outcome if the connection is lost then.
  useEffect(() => {
    if (step === 'review') void router.loadRouteChunk(router.routesByPath['/$env/payment-requests/$request'])
  }, [router, step])
  return form === undefined ? null : <RequestFormPage form={form} isReview={step === 'review'} />
}

interface RequestFormPageProps {
  readonly form: PaymentRequestFormId
  readonly isReview: boolean
}

function RequestFormPage({ form, isReview }: RequestFormPageProps): ReactNode {
  const { name: env, label } = useEnvironment()
  const texts = useMessages('paymentRequests')
  const { customer } = route.useSearch()
  const queryClient = useQueryClient()
  const query = useQuery(paymentRequestQueries(useApiClient()).choices(env, customer))
  const draftPlace = { env, kind: 'payment_request', about: customer ?? noDraftSubject } as const
  usePrefetchDraft(draftPlace)
  // Read once, when the page opens: this page stays while the form is being sent.
  const [sentAs] = useState(() => {
    const storedRequestForm = getStoredPaymentRequestForm(queryClient, env, form)
    return storedRequestForm?.isGone ? storedRequestForm.request : null
  })
  const skeleton = <Skeleton lines={8} height={34} width="min(640px, 100%)" />
  // Continue the form that made the draft: two windows with one draft make one payment.
  const isOtherForm = ({ initial }: FormDraft<'payment_request'>) =>
    initial !== null &&
    initial.form !== form &&
    getStoredPaymentRequestForm(queryClient, env, initial.form)?.isGone !== true
  const head = (
    <PageHeader key={String(isReview)} title={isReview ? texts.form.review : texts.newPayment} place={label}>
      <FormSteps at={isReview ? 1 : 0} />
    </PageHeader>
  )
  if (sentAs !== null) {
    return (
      <div className={styles.page}>
        {head}
        <EmptyState>
          <p>{texts.form.wasSent}</p>
          <p className={styles.ways}>
            <Link to="/$env/payment-requests/$request" params={{ env, request: sentAs }}>
              {texts.view}
            </Link>
            <Link
              to="/$env/payment-requests/new"
              params={{ env }}
              search={{ customer }}
              className={getButtonClassName()}
            >
              {texts.newPayment}
            </Link>
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
        missing={texts.form.notLoaded}
        skeleton={skeleton}
      >
        {(choices) =>
          choices.isOn ? (
            <FormDraftLoader draftRef={draftPlace} waiting={skeleton}>
              {(formDraft) =>
                isOtherForm(formDraft) ? (
                  <Navigate
                    to="/$env/payment-requests/new"
                    params={{ env }}
                    search={{ customer, form: formDraft.initial?.form }}
                    replace
                  />
                ) : (
                  <NewRequestForm form={form} isReview={isReview} choices={choices} formDraft={formDraft} />
                )
              }
            </FormDraftLoader>
          ) : (
            <EmptyState>
              <p>{texts.form.off}</p>
            </EmptyState>
          )
        }
      </AsyncView>
    </div>
  )
}

const steps = ['details', 'review', 'track'] as const

function FormSteps({ at }: { readonly at: number }): ReactNode {
  const texts = useMessages('paymentRequests').form
  return (
    <ol aria-label={texts.steps} className={styles.steps}>
      {steps.map((step, nth) => (
        <li key={step} aria-current={nth === at ? 'step' : undefined}>
          <span aria-hidden className={styles.nth}>
            {nth + 1}
          </span>
          {texts.stepNames[step]}
        </li>
      ))}
    </ol>
  )
}

interface NewRequestFormProps extends RequestFormPageProps {
  readonly choices: PaymentRequestFormOptions
  readonly formDraft: FormDraft<'payment_request'>
}

function NewRequestForm({ form, isReview, choices, formDraft }: NewRequestFormProps): ReactNode {
  const { history } = useRouter()
  const { customer } = route.useSearch()
  const navigate = route.useNavigate()
  const formState = usePaymentRequestForm({ form, choices, formDraft })
  const isMissing = isReview && formState.draft === null
  const showForm = useEffectEvent(() => void navigate({ search: { form, customer }, replace: true }))
  // After a reload nothing has been reviewed: show the form again.
  useEffect(() => {
    if (isMissing) showForm()
  }, [isMissing])
  if (isReview && formState.draft !== null)
    return (
      <PaymentRequestReviewStep
        formState={formState}
        draft={formState.draft}
        onChange={() => history.back()}
      />
    )
  // Render the form one step later, so that it takes the focus after the page heading, not before it.
  return isReview ? null : <PaymentRequestForm formState={formState} choices={choices} />
}
