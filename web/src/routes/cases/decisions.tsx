import { createRoute } from '@tanstack/react-router'
import { decisionQueries } from '../../features/review/queries.ts'
import type { DecisionsSearchParams } from '../../features/review/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const decisionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'decisions',
  validateSearch: acceptUncheckedSearchParams<DecisionsSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/review/search-params.ts').then((search) => search.readDecisionsSearchParams),
    ),
  async loader(load) {
    const { client, session } = load.context
    const { buildDecisionsQuery, readDecisionsSearchParams } = await import(
      '../../features/review/search-params.ts'
    )
    const address = readDecisionsSearchParams({ ...load.location.search })
    const query = buildDecisionsQuery(address, session.permissions.includes('review.work'))
    prefetchQueries(load, 'review.read', decisionQueries(client).list(load.params.env, query))
    await loadTexts(load, 'review', 'reviewDecisions')
  },
  component: createLazyPage('review.read', 'decisions', () =>
    import('../../features/review/decisions/decisions-page.tsx').then((page) => page.DecisionsPage),
  ),
})
