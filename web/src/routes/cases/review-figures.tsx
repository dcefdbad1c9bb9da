import { createRoute } from '@tanstack/react-router'
import { reviewQueries } from '../../features/review/queries.ts'
import type { ReviewFiguresSearchParams } from '../../features/review/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const reviewFiguresRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review-figures',
  validateSearch: acceptSearch<ReviewFiguresSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/review/search-params.ts').then((search) => search.readReviewFiguresSearchParams),
    ),
  async loader(load) {
    const { getFigureDays, readReviewFiguresSearchParams } = await import(
      '../../features/review/search-params.ts'
    )
    const days = getFigureDays(readReviewFiguresSearchParams({ ...load.location.search }))
    prefetch(load, 'review.read', reviewQueries(load.context.client).figures(load.params.env, days))
    await loadTexts(load, 'review', 'reviewFigures')
  },
  component: lazyPage('review.read', 'reviewFigures', () =>
    import('../../features/review/figures/figures-page.tsx').then((page) => page.ReviewFiguresPage),
  ),
})
