import { createRoute } from '@tanstack/react-router'
import { decisionQueries } from '../../features/review/queries.ts'
import type { DecisionsSearchParams } from '../../features/review/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const decisionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'decisions',
  validateSearch: acceptSearch<DecisionsSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/review/search-params.ts').then((search) => search.readDecisionsSearchParams),
    ),
  async loader(load) {
    const { client, session } = load.context
    const { buildDecisionsQuery, readDecisionsSearchParams } = await import(
      '../../features/review/search-params.ts'
    )
    const address = readDecisionsSearchParams({ ...load.location.search })
    const query = buildDecisionsQuery(address, session.permissions.includes('review.work'))
    prefetch(load, 'review.read', decisionQueries(client).list(load.params.env, query))
    await loadTexts(load, 'review', 'reviewDecisions')
  },
  component: lazyPage('review.read', 'decisions', () =>
    import('../../features/review/decisions/decisions-page.tsx').then((page) => page.DecisionsPage),
  ),
})
