import type { CustomerHandle } from '@paydesk/shared/core/ids'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { getButtonClassName } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'

interface NewPaymentRequestLinkProps {
  readonly customer: CustomerHandle | undefined
  readonly label: string
  readonly look?: 'plain' | 'primary'
}

/** Links to a new, empty form; shortcut `N`. */
export function NewPaymentRequestLink({
  customer,
  label,
  look = 'primary',
}: NewPaymentRequestLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  const navigate = useNavigate()
  const mayMake = useMay('payment_request.create')
  const place = { to: '/$env/payment-requests/new', params: { env }, search: { customer } } as const
  useShortcut('N', label, () => void navigate(place), mayMake)
  if (!mayMake) return null
  return (
    <Link {...place} className={getButtonClassName(look)} aria-keyshortcuts="Shift+N">
      {label}
    </Link>
  )
}

/** Offers on a customer's page a new payment, and the list of payments requested for the customer. */
export function CustomerPaymentRequestLinks({ customer }: { readonly customer: CustomerHandle }): ReactNode {
  const { name: env } = useEnvironment()
  // The texts of the page around: those of payment requests are many.
  const texts = useMessages('customers')
  return (
    <>
      {/* Before a payment comes the check who is calling. */}
      <NewPaymentRequestLink customer={customer} label={texts.newPayment} look="plain" />
      {useMay('payment_request.read') ? (
        <Link
          to="/$env/payment-requests"
          params={{ env }}
          search={{ customer, show: 'all' }}
          className={getButtonClassName()}
        >
          {texts.paymentRequests}
        </Link>
      ) : null}
    </>
  )
}
