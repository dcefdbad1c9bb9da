import { createRoute, redirect } from '@tanstack/react-router'
import type { PaymentRequestFormSearchParams } from '../../features/payment-requests/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts } from '../prefetch.ts'

/** Loads texts only: the queries load with the code, so that neither adds to the first page. */
export const newPaymentRequestRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'payment-requests/new',
  validateSearch: acceptUncheckedSearchParams<PaymentRequestFormSearchParams>,
  // Put the form ID into the address before anything is typed: a reload or a second window is the same form.
  async beforeLoad(load) {
    const {
      params: { env },
      search,
    } = load
    await checkSearchParams(load, () =>
      import('../../features/payment-requests/search-params.ts').then(
        (search) => search.readPaymentRequestFormSearchParams,
      ),
    )
    if (search.form !== undefined) return
    const { createPaymentRequestFormId: createRequestFormId } = await import(
      '../../features/payment-requests/form/form-id.ts'
    )
    throw redirect({
      to: '/$env/payment-requests/new',
      params: { env },
      search: { ...search, form: createRequestFormId() },
      replace: true,
    })
  },
  remountDeps: ({ params: { env }, search: { form } }) => ({ env, form }),
  loader: (load) => loadTexts(load, 'paymentRequests'),
  component: createLazyPage('payment_request.create', 'newPayment', () =>
    import('../../features/payment-requests/form/new-request-page.tsx').then(
      (page) => page.NewPaymentRequestPage,
    ),
  ),
})
