import { createRoute } from '@tanstack/react-router'
import { readRequestListSearchParams } from '../../features/payment-requests/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts } from '../prefetch.ts'

/** Loads texts only: the queries load with the code, so that neither adds to the first page. */
export const paymentRequestsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'payment-requests',
  validateSearch: readRequestListSearchParams,
  loader: (load) => loadTexts(load, 'paymentRequests'),
  component: lazyPage('payment_request.read', 'paymentRequests', () =>
    import('../../features/payment-requests/requests-page.tsx').then((page) => page.PaymentRequestsPage),
  ),
})
