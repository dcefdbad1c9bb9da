import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { PaymentRequestPage } from '../features/payment-requests/page/request-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'
import { buildPaymentLinkReturnPath } from './payment-request-slot.tsx'

const route = getRouteApi('/inside/$env/requests/$request')

/** Shows one payment request, with links to its customer and its transaction. */
export function PaymentRequestRoute(): ReactNode {
  const { env, request } = route.useParams()
  const { environment } = route.useRouteContext()
  const { show, purpose } = route.useSearch()
  const navigate = route.useNavigate()
  const said = useLocation({ select: ({ state }) => state.requestSaid ?? null })
  const may = {
    read: useMay('payment_request.read'),
    make: useMay('payment_request.create'),
    customer: useMay('customer.read'),
    transaction: useMay('transaction.read'),
  }
  const [resumed] = useState(show === undefined ? null : (purpose ?? null))
  // Clear the address at once: a reload must not open the dialog again.
  const forget = useEffectEvent(() => void navigate({ search: {}, replace: true }))
  useEffect(() => {
    if (show !== undefined) forget()
  }, [show])
  if (!may.read) return <ForbiddenPage to="payment requests" environment={environment.label} />
  return (
    <PaymentRequestPage
      key={request}
      env={env}
      request={request}
      environmentLabel={environment.label}
      mayMake={may.make}
      said={said}
      resumedPurpose={resumed}
      returnTo={(of, why) => buildPaymentLinkReturnPath(env, of, why)}
      links={{
        transaction: (transaction, words) =>
          may.transaction ? (
            <Link to="/$env/t/$transaction" params={{ env, transaction }}>
              {words}
            </Link>
          ) : (
            words
          ),
        customer: (customer, words) =>
          may.customer ? (
            <Link to="/$env/c/$customer" params={{ env, customer }}>
              {words}
            </Link>
          ) : (
            words
          ),
      }}
      formLink={({ form, customer, words, className, onGo }) => (
        <Link
          to="/$env/requests/new"
          params={{ env }}
          search={{ form, customer }}
          className={className}
          onClick={onGo}
        >
          {words}
        </Link>
      )}
      newLink={(customer, words, className) => (
        <Link to="/$env/requests/new" params={{ env }} search={{ customer }} className={className}>
          {words}
        </Link>
      )}
    />
  )
}
