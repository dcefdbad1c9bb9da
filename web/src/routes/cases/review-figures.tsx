import { createRoute } from '@tanstack/react-router'
import { reviewQueries } from '../../features/review/queries.ts'
import type { ReviewFiguresSearchParams } from '../../features/review/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const reviewFiguresRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review-figures',
  validateSearch: acceptUncheckedSearchParams<ReviewFiguresSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/review/search-params.ts').then((search) => search.readReviewFiguresSearchParams),
    ),
  async loader(load) {
    const { getReviewFiguresPeriod, readReviewFiguresSearchParams } = await import(
      '../../features/review/search-params.ts'
    )
    const days = getReviewFiguresPeriod(readReviewFiguresSearchParams({ ...load.location.search }))
    prefetchQueries(load, 'review.read', reviewQueries(load.context.client).figures(load.params.env, days))
    await loadTexts(load, 'review', 'reviewFigures')
  },
  component: createLazyPage('review.read', 'reviewFigures', () =>
    import('../../features/review/figures/figures-page.tsx').then((page) => page.ReviewFiguresPage),
  ),
})
