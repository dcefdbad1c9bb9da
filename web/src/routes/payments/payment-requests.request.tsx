import { paymentRequestId } from '@paydesk/shared/payments/payment-requests'
import { createRoute } from '@tanstack/react-router'
import { readRequestSearchParams } from '../../features/payment-requests/search-params.ts'
import { environmentRoute, parseParam } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts } from '../prefetch.ts'

/** Loads texts only: the queries load with the code, so that neither adds to the first page. */
export const paymentRequestRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'payment-requests/$request',
  params: { parse: ({ request }) => ({ request: parseParam(paymentRequestId, request) }) },
  validateSearch: readRequestSearchParams,
  loader: (load) => loadTexts(load, 'paymentRequests'),
  component: lazyPage('payment_request.read', 'paymentRequests', () =>
    import('../../features/payment-requests/page/request-page.tsx').then((page) => page.PaymentRequestPage),
  ),
})
