import { createRoute } from '@tanstack/react-router'
import { apiKeyQueries } from '../../features/api-keys/queries.ts'
import type { ApiKeysSearchParams } from '../../features/api-keys/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const apiKeysRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'api-keys',
  validateSearch: acceptSearch<ApiKeysSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/api-keys/search-params.ts').then((search) => search.readApiKeysSearchParams),
    ),
  async loader(load) {
    prefetch(load, 'api_key.manage', apiKeyQueries(load.context.client, load.params.env).list)
    await loadTexts(load, 'apiKeys')
  },
  component: lazyPage('api_key.manage', 'apiKeys', () =>
    import('../../features/api-keys/api-keys-page.tsx').then((page) => page.ApiKeysPage),
  ),
})
