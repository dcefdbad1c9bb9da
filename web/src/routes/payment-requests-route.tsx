import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { PaymentRequestLink } from '../features/payment-requests/request-columns.tsx'
import { PaymentRequestsPage } from '../features/payment-requests/requests-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CurrentAnchor } from '../ui/page/current-anchor.tsx'
import { rowLinkProps } from '../ui/table/row-link-props.ts'
import { ForbiddenPage } from './forbidden-page.tsx'
import { NewPaymentRequestLink } from './payment-request-slot.tsx'

const route = getRouteApi('/inside/$env/requests')

export function PaymentRequestsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const mayMake = useMay('payment_request.create')
  const rowLink = useCallback<PaymentRequestLink>(
    ({ request }, words) => (
      <Link to="/$env/requests/$request" params={{ env, request }} {...rowLinkProps}>
        {words}
      </Link>
    ),
    [env],
  )
  if (!useMay('payment_request.read'))
    return <ForbiddenPage to="payment requests" environment={environment.label} />
  return (
    <PaymentRequestsPage
      key={env}
      env={env}
      environmentLabel={environment.label}
      address={address}
      mayMake={mayMake}
      newLink={<NewPaymentRequestLink env={env} customer={address.customer} />}
      showLink={(show, isCurrent, words) => (
        <StatusFilterLink
          to="/$env/requests"
          params={{ env }}
          search={{ ...address, show }}
          replace
          isCurrent={isCurrent}
        >
          {words}
        </StatusFilterLink>
      )}
      everyLink={(words) => (
        <Link to="/$env/requests" params={{ env }} search={{ show: address.show }}>
          {words}
        </Link>
      )}
      rowLink={rowLink}
      onOpen={(request) => void navigate({ to: '/$env/requests/$request', params: { env, request } })}
    />
  )
}

const StatusFilterLink = createLink(CurrentAnchor)
