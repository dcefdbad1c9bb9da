import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readSystemsAddress } from '../features/api-keys/address.ts'
import { systemQueries } from '../features/api-keys/queries.ts'
import { environment } from './inside-route.tsx'

/** Keys of the merchant’s systems. */
export const systems = createRoute({
  getParentRoute: () => environment,
  path: 'systems',
  validateSearch: readSystemsAddress,
  staleTime: Number.POSITIVE_INFINITY,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('system.manage')) return
    void queryClient.prefetchQuery(systemQueries(client, env).list)
  },
  component: lazyRouteComponent(() => import('./systems-route.tsx'), 'SystemsRoute'),
})
