import { requestId } from '@paydesk/shared/payments/payment-request'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readFormAddress, readListAddress, readOneAddress } from '../features/payment-requests/address.ts'
import { newForm } from '../features/payment-requests/form/form-id.ts'
import { environment, parsed } from './inside-route.tsx'

/** Payments that this office asks for. Their reads come with their code: neither weighs on the first page. */
export const paymentRequests = createRoute({
  getParentRoute: () => environment,
  path: 'requests',
  validateSearch: readListAddress,
  component: lazyRouteComponent(() => import('./requests-route.tsx'), 'RequestsRoute'),
})

export const newPaymentRequest = createRoute({
  getParentRoute: () => environment,
  path: 'requests/new',
  validateSearch: readFormAddress,
  // The address names the form before anything is typed: reloaded or opened twice it is the same form.
  beforeLoad({ params: { env }, search }) {
    if (search.form !== undefined) return
    throw redirect({
      to: '/$env/requests/new',
      params: { env },
      search: { ...search, form: newForm() },
      replace: true,
    })
  },
  component: lazyRouteComponent(() => import('./new-request-route.tsx'), 'NewRequestRoute'),
})

export const paymentRequest = createRoute({
  getParentRoute: () => environment,
  path: 'requests/$request',
  params: { parse: ({ request }) => ({ request: parsed(requestId, request) }) },
  validateSearch: readOneAddress,
  component: lazyRouteComponent(() => import('./request-route.tsx'), 'RequestRoute'),
})
