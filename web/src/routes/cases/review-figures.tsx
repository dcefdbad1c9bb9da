import { createRoute } from '@tanstack/react-router'
import { reviewQueries } from '../../features/review/queries.ts'
import { getFigureDays, readReviewFiguresSearchParams } from '../../features/review/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const reviewFiguresRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review-figures',
  validateSearch: readReviewFiguresSearchParams,
  async loader(load) {
    const days = getFigureDays(readReviewFiguresSearchParams(load.location.search))
    prefetch(load, 'review.read', reviewQueries(load.context.client).figures(load.params.env, days))
    await loadTexts(load, 'review', 'reviewFigures')
  },
  component: lazyPage('review.read', 'reviewFigures', () =>
    import('../../features/review/figures/figures-page.tsx').then((page) => page.ReviewFiguresPage),
  ),
})
