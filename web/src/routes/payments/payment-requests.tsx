import { createRoute } from '@tanstack/react-router'
import type { PaymentRequestListSearchParams } from '../../features/payment-requests/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts } from '../prefetch.ts'

/** Loads texts only: the queries load with the code, so that neither adds to the first page. */
export const paymentRequestsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'payment-requests',
  validateSearch: acceptUncheckedSearchParams<PaymentRequestListSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/payment-requests/search-params.ts').then(
        (search) => search.readPaymentRequestListSearchParams,
      ),
    ),
  loader: (load) => loadTexts(load, 'paymentRequests'),
  component: createLazyPage('payment_request.read', 'paymentRequests', () =>
    import('../../features/payment-requests/requests-page.tsx').then((page) => page.PaymentRequestsPage),
  ),
})
