import { createRoute } from '@tanstack/react-router'
import { reviewQueries } from '../../features/review/queries.ts'
import type { ReviewSearchParams } from '../../features/review/search-params.ts'
import { reviewViewQueries } from '../../features/saved-views/queries.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const reviewRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review',
  validateSearch: acceptSearch<ReviewSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/review/search-params.ts').then((search) => search.readReviewSearchParams),
    ),
  async loader(load) {
    const { client } = load.context
    const { env } = load.params
    const { readReviewQuery } = await import('../../features/review/search-params.ts')
    const query = readReviewQuery({ ...load.location.search })
    prefetch(load, 'review.read', reviewQueries(client).page(env, query), reviewViewQueries(client, env).list)
    await loadTexts(load, 'savedViews', 'transactionList', 'review')
  },
  component: lazyPage('review.read', 'reviewQueue', () =>
    import('./review.lazy.tsx').then((page) => page.ReviewRoute),
  ),
})
