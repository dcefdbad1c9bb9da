import type { PaymentRequestId } from '@paydesk/shared/payments/payment-requests'
import { createRoute } from '@tanstack/react-router'
import type { RequestSearchParams } from '../../features/payment-requests/search-params.ts'
import { acceptSearch, checkPathParam, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts } from '../prefetch.ts'

/** Loads texts only: the queries load with the code, so that neither adds to the first page. */
export const paymentRequestRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'payment-requests/$request',
  params: { parse: ({ request }) => ({ request: request as PaymentRequestId }) },
  validateSearch: acceptSearch<RequestSearchParams>,
  async beforeLoad(load) {
    await checkPathParam(load.params.request, () =>
      import('@paydesk/shared/payments/payment-requests').then((ids) => ids.paymentRequestId),
    )
    await checkSearch(load, () =>
      import('../../features/payment-requests/search-params.ts').then(
        (search) => search.readRequestSearchParams,
      ),
    )
  },
  loader: (load) => loadTexts(load, 'paymentRequests', 'recordHeadline'),
  component: lazyPage('payment_request.read', 'paymentRequests', () =>
    import('../../features/payment-requests/page/request-page.tsx').then((page) => page.PaymentRequestPage),
  ),
})
