import type { PaymentRequestId } from '@paydesk/shared/payments/payment-requests'
import { createRoute } from '@tanstack/react-router'
import type { PaymentRequestSearchParams } from '../../features/payment-requests/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkPathParam, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts } from '../prefetch.ts'

/** Loads texts only: the queries load with the code, so that neither adds to the first page. */
export const paymentRequestRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'payment-requests/$request',
  params: { parse: ({ request }) => ({ request: request as PaymentRequestId }) },
  validateSearch: acceptUncheckedSearchParams<PaymentRequestSearchParams>,
  async beforeLoad(load) {
    await checkPathParam(load.params.request, () =>
      import('@paydesk/shared/payments/payment-requests').then((ids) => ids.paymentRequestIdSchema),
    )
    await checkSearchParams(load, () =>
      import('../../features/payment-requests/search-params.ts').then(
        (search) => search.readPaymentRequestSearchParams,
      ),
    )
  },
  loader: (load) => loadTexts(load, 'paymentRequests', 'recordHeadline'),
  component: createLazyPage('payment_request.read', 'paymentRequests', () =>
    import('../../features/payment-requests/page/request-page.tsx').then((page) => page.PaymentRequestPage),
  ),
})
