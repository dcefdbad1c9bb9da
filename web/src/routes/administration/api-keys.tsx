import { createRoute } from '@tanstack/react-router'
import { apiKeyQueries } from '../../features/api-keys/queries.ts'
import type { ApiKeysSearchParams } from '../../features/api-keys/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const apiKeysRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'api-keys',
  validateSearch: acceptUncheckedSearchParams<ApiKeysSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/api-keys/search-params.ts').then((search) => search.readApiKeysSearchParams),
    ),
  async loader(load) {
    prefetchQueries(load, 'api_key.manage', apiKeyQueries(load.context.client, load.params.env).list)
    await loadTexts(load, 'apiKeys')
  },
  component: createLazyPage('api_key.manage', 'apiKeys', () =>
    import('../../features/api-keys/api-keys-page.tsx').then((page) => page.ApiKeysPage),
  ),
})
