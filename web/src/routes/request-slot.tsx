import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purpose'
import type { RequestId } from '@paydesk/shared/payments/payment-request'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMay } from '../features/sign-in/session-context.tsx'
import { buttonLook } from '../ui/forms/button.tsx'
import { useKey } from '../ui/state/shortcuts.tsx'
import { Kbd } from '../ui/text/kbd.tsx'

const TransactionRequest = lazy(() =>
  import('../features/payment-requests/page/transaction-request.tsx').then((part) => ({
    default: part.TransactionRequest,
  })),
)

/** Own path to which somebody comes back who proved who they are in order to see an address. */
export function addressReturn(env: EnvironmentName, request: RequestId, purpose: PurposeCode): string {
  return `/${env}/requests/${request}?show=address&purpose=${purpose}`
}

interface NewPaymentLinkProps {
  readonly env: EnvironmentName
  readonly customer?: CustomerHandle | undefined
}

/** `N`: another, empty form. */
export function NewPaymentLink({ env, customer }: NewPaymentLinkProps): ReactNode {
  const navigate = useNavigate()
  const mayMake = useMay('request.make')
  const place = { to: '/$env/requests/new', params: { env }, search: { customer } } as const
  useKey('N', 'New payment', () => void navigate(place), mayMake)
  if (!mayMake) return null
  return (
    <Link {...place} className={buttonLook('primary')} aria-keyshortcuts="Shift+N">
      New payment <Kbd keys="N" />
    </Link>
  )
}

/** On a customer's page: a payment for them, and those that were asked for. */
export function CustomerRequestsSlot({ env, customer }: Required<NewPaymentLinkProps>): ReactNode {
  const mayRead = useMay('request.read')
  return (
    <>
      <NewPaymentLink env={env} customer={customer} />
      {mayRead ? (
        <Link to="/$env/requests" params={{ env }} search={{ customer, show: 'all' }}>
          Payments asked for
        </Link>
      ) : null}
    </>
  )
}

interface TransactionRequestSlotProps {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
}

/** On a transaction's page, for whoever sees payment requests. */
export function TransactionRequestSlot({ env, transaction }: TransactionRequestSlotProps): ReactNode {
  if (!useMay('request.read')) return null
  return (
    <Suspense>
      <TransactionRequest
        env={env}
        transaction={transaction}
        requestLink={(request, words) => (
          <Link to="/$env/requests/$request" params={{ env, request }}>
            {words}
          </Link>
        )}
        returnTo={(request, purpose) => addressReturn(env, request, purpose)}
      />
    </Suspense>
  )
}
