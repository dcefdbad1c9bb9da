import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { PaymentRequestId } from '@paydesk/shared/payments/payment-requests'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMay } from '../features/sign-in/session-context.tsx'
import { getButtonClassName } from '../ui/forms/button.tsx'
import { useShortcut } from '../ui/state/shortcuts.tsx'
import { Kbd } from '../ui/text/kbd.tsx'

const TransactionRequest = lazy(() =>
  import('../features/payment-requests/page/transaction-request-origin.tsx').then((part) => ({
    default: part.TransactionRequestOrigin,
  })),
)

/** Returns the path to come back to after a re-authentication for a payment link. */
export function buildPaymentLinkReturnPath(
  env: EnvironmentName,
  request: PaymentRequestId,
  purpose: PurposeCode,
): string {
  return `/${env}/requests/${request}?show=address&purpose=${purpose}`
}

interface NewPaymentRequestLinkProps {
  readonly env: EnvironmentName
  readonly customer?: CustomerHandle | undefined
}

/** Links to a new, empty form; shortcut `N`. */
export function NewPaymentRequestLink({ env, customer }: NewPaymentRequestLinkProps): ReactNode {
  const navigate = useNavigate()
  const mayMake = useMay('payment_request.create')
  const place = { to: '/$env/requests/new', params: { env }, search: { customer } } as const
  useShortcut('N', 'New payment', () => void navigate(place), mayMake)
  if (!mayMake) return null
  return (
    <Link {...place} className={getButtonClassName('primary')} aria-keyshortcuts="Shift+N">
      New payment <Kbd keys="N" />
    </Link>
  )
}

/** Offers on a customer's page a new payment, and the list of payments requested for the customer. */
export function CustomerPaymentRequestsSlot({
  env,
  customer,
}: Required<NewPaymentRequestLinkProps>): ReactNode {
  const mayRead = useMay('payment_request.read')
  return (
    <>
      <NewPaymentRequestLink env={env} customer={customer} />
      {mayRead ? (
        <Link to="/$env/requests" params={{ env }} search={{ customer, show: 'all' }}>
          Payments asked for
        </Link>
      ) : null}
    </>
  )
}

interface TransactionPaymentRequestSlotProps {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
}

/** Shows the payment request on a transaction's page, to users who may see payment requests. */
export function TransactionPaymentRequestSlot({
  env,
  transaction,
}: TransactionPaymentRequestSlotProps): ReactNode {
  if (!useMay('payment_request.read')) return null
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
        returnTo={(request, purpose) => buildPaymentLinkReturnPath(env, request, purpose)}
      />
    </Suspense>
  )
}
