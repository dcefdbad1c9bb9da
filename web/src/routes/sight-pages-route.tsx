import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readSightAddress } from '../features/field-permissions/address.ts'
import { sightQueries } from '../features/field-permissions/queries.ts'
import { environment } from './inside-route.tsx'

/** The loader starts the read while the page's code arrives, as those of the other pages do. */
export const sight = createRoute({
  getParentRoute: () => environment,
  path: 'sight',
  validateSearch: readSightAddress,
  staleTime: Number.POSITIVE_INFINITY,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('sight.read')) return
    void queryClient.prefetchQuery(sightQueries(client).view(env))
  },
  component: lazyRouteComponent(() => import('./sight-route.tsx'), 'SightRoute'),
})
