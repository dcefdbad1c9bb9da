import { createRoute } from '@tanstack/react-router'
import { reviewQueries } from '../../features/review/queries.ts'
import type { ReviewFiguresSearchParams } from '../../features/review/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const reviewFiguresRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review-figures',
  validateSearch: acceptSearchParams<ReviewFiguresSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/review/search-params.ts').then((search) => search.readReviewFiguresSearchParams),
    ),
  async loader(load) {
    const { getReviewFigureDays: getFigureDays, readReviewFiguresSearchParams } = await import(
      '../../features/review/search-params.ts'
    )
    const days = getFigureDays(readReviewFiguresSearchParams({ ...load.location.search }))
    prefetchQueries(load, 'review.read', reviewQueries(load.context.client).figures(load.params.env, days))
    await loadTexts(load, 'review', 'reviewFigures')
  },
  component: createLazyPage('review.read', 'reviewFigures', () =>
    import('../../features/review/figures/figures-page.tsx').then((page) => page.ReviewFiguresPage),
  ),
})
