import { createLink, getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import type { RowLink } from '../features/payment-requests/request-columns.tsx'
import { RequestsPage } from '../features/payment-requests/requests-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { CurrentAnchor } from '../ui/page/current-anchor.tsx'
import { inRow } from '../ui/table/row-link.ts'
import { PageClosed } from './page-closed.tsx'
import { NewPaymentLink } from './request-slot.tsx'

const route = getRouteApi('/inside/$env/requests')

/** Payments that this office asked for. */
export function RequestsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const mayMake = useMay('request.make')
  const rowLink = useCallback<RowLink>(
    ({ request }, words) => (
      <Link to="/$env/requests/$request" params={{ env, request }} {...inRow}>
        {words}
      </Link>
    ),
    [env],
  )
  if (!useMay('request.read')) return <PageClosed to="payment requests" environment={environment.label} />
  return (
    <RequestsPage
      key={env}
      env={env}
      place={environment.label}
      address={address}
      mayMake={mayMake}
      newLink={<NewPaymentLink env={env} customer={address.customer} />}
      showLink={(show, isCurrent, words) => (
        <ShowLink
          to="/$env/requests"
          params={{ env }}
          search={{ ...address, show }}
          replace
          isCurrent={isCurrent}
        >
          {words}
        </ShowLink>
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

const ShowLink = createLink(CurrentAnchor)
