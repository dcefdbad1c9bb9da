import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiKeyQueries } from '../features/api-keys/queries.ts'
import { apiKeysSearchSchema } from '../features/api-keys/search-params.ts'
import { environmentRoute } from './base-route-definitions.tsx'

export const apiKeysRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'systems',
  validateSearch: apiKeysSearchSchema,
  staleTime: Number.POSITIVE_INFINITY,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('api_key.manage')) return
    void queryClient.prefetchQuery(apiKeyQueries(client, env).list)
  },
  component: lazyRouteComponent(() => import('./api-keys-route.tsx'), 'ApiKeysRoute'),
})
