import { paymentRequestId } from '@paydesk/shared/payments/payment-requests'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { createRequestFormId } from '../features/payment-requests/form/form-id.ts'
import {
  readRequestFormSearchParams,
  readRequestListSearchParams,
  readRequestSearchParams,
} from '../features/payment-requests/search-params.ts'
import { environmentRoute, parseParam } from './base-route-definitions.tsx'

/** Routes without loaders: the queries load with the code, so neither adds to the first page. */
export const paymentRequestsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'requests',
  validateSearch: readRequestListSearchParams,
  component: lazyRouteComponent(() => import('./payment-requests-route.tsx'), 'PaymentRequestsRoute'),
})

export const newPaymentRequestRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'requests/new',
  validateSearch: readRequestFormSearchParams,
  // Put the form ID into the address before anything is typed: a reload or a second window is the same form.
  beforeLoad({ params: { env }, search }) {
    if (search.form !== undefined) return
    throw redirect({
      to: '/$env/requests/new',
      params: { env },
      search: { ...search, form: createRequestFormId() },
      replace: true,
    })
  },
  component: lazyRouteComponent(() => import('./new-payment-request-route.tsx'), 'NewPaymentRequestRoute'),
})

export const paymentRequestRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'requests/$request',
  params: { parse: ({ request }) => ({ request: parseParam(paymentRequestId, request) }) },
  validateSearch: readRequestSearchParams,
  component: lazyRouteComponent(() => import('./payment-request-route.tsx'), 'PaymentRequestRoute'),
})
