import { createRoute } from '@tanstack/react-router'
import { reviewQueries } from '../../features/review/queries.ts'
import type { ReviewSearchParams } from '../../features/review/search-params.ts'
import { savedReviewQueueViewQueries } from '../../features/saved-views/queries.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const reviewRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review',
  validateSearch: acceptUncheckedSearchParams<ReviewSearchParams>,
  async beforeLoad(load) {
    await checkSearchParams(load, () =>
      import('../../features/review/search-params.ts').then((search) => search.readReviewSearchParams),
    )
    if (load.context.session.settings.defaultViews === null) return { isDefaultViewMissed: false }
    const { redirectToDefaultView } = await import('../open-default-view.ts')
    const { list } = savedReviewQueueViewQueries(load.context.client, load.params.env)
    return redirectToDefaultView(load, 'review.read', list)
  },
  async loader(load) {
    const { client } = load.context
    const { env } = load.params
    const { readReviewQuery } = await import('../../features/review/search-params.ts')
    const query = readReviewQuery({ ...load.location.search })
    prefetchQueries(
      load,
      'review.read',
      reviewQueries(client).page(env, query),
      savedReviewQueueViewQueries(client, env).list,
    )
    await loadTexts(load, 'savedViews', 'transactionList', 'review')
  },
  component: createLazyPage('review.read', 'reviewQueue', () =>
    import('./review.lazy.tsx').then((page) => page.ReviewRoute),
  ),
})
