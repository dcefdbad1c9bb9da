import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { reviewQueries } from '../../features/review/queries.ts'
import type { ReviewSearchParams } from '../../features/review/search-params.ts'
import { environmentRoute, parsePathParam } from '../layout-routes.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

/** Keeps the queue's filter in the address of a case: the next case and the way back use that filter. */
export const reviewCaseRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review/$transaction',
  params: { parse: ({ transaction }) => ({ transaction: parsePathParam(transactionIdSchema, transaction) }) },
  validateSearch: acceptUncheckedSearchParams<ReviewSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/review/search-params.ts').then((search) => search.readReviewSearchParams),
    ),
  // Keep the page for the next case: it holds the texts that were typed for the cases before.
  remountDeps: ({ params: { env } }) => ({ env }),
  async loader(load) {
    prefetchQueries(load, 'review.read', reviewQueries(load.context.client).item(load.params))
    await loadTexts(
      load,
      'customers',
      'transactions',
      'recordHeadline',
      'notificationEvents',
      'questions',
      'review',
      'reviewCase',
      'receivedNotifications',
    )
  },
  component: lazyRouteComponent(() => import('./review.transaction.lazy.tsx'), 'ReviewCaseRoute'),
})
