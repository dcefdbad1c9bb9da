import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { NewPaymentRequestPage } from '../features/payment-requests/form/new-request-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/requests/new')

export function NewPaymentRequestRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const { form, customer, step } = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  // Load the request's page before sending: that page reports the outcome if the connection is lost then.
  useEffect(() => {
    if (step === 'review') import('./payment-request-route.tsx').catch(() => {})
  }, [step])
  if (!useMay('payment_request.create'))
    return <ForbiddenPage to="new payments" environment={environment.label} />
  if (form === undefined) return null
  const at = { form, customer }
  return (
    <NewPaymentRequestPage
      key={`${env} ${form}`}
      env={env}
      environmentLabel={environment.label}
      form={form}
      customer={customer}
      isReview={step === 'review'}
      onReview={() => void navigate({ search: { ...at, step: 'review' }, replace: step === 'review' })}
      onForm={(how) => (how === 'back' ? history.back() : void navigate({ search: at, replace: true }))}
      onGone={(request, said) =>
        void navigate({
          to: '/$env/requests/$request',
          params: { env, request },
          replace: true,
          ...(said === null ? {} : { state: { requestSaid: said } }),
        })
      }
      requestLink={(request, words) => (
        <Link to="/$env/requests/$request" params={{ env, request }}>
          {words}
        </Link>
      )}
      newLink={(words, className) => (
        <Link to="/$env/requests/new" params={{ env }} search={{ customer }} className={className}>
          {words}
        </Link>
      )}
    />
  )
}
