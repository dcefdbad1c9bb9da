import { createRoute } from '@tanstack/react-router'
import type { RequestListSearchParams } from '../../features/payment-requests/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts } from '../prefetch.ts'

/** Loads texts only: the queries load with the code, so that neither adds to the first page. */
export const paymentRequestsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'payment-requests',
  validateSearch: acceptSearch<RequestListSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/payment-requests/search-params.ts').then(
        (search) => search.readRequestListSearchParams,
      ),
    ),
  loader: (load) => loadTexts(load, 'paymentRequests'),
  component: lazyPage('payment_request.read', 'paymentRequests', () =>
    import('../../features/payment-requests/requests-page.tsx').then((page) => page.PaymentRequestsPage),
  ),
})
