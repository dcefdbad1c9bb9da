import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { fieldPermissionQueries } from '../features/field-permissions/queries.ts'
import { parseFieldPermissionsSearchParams } from '../features/field-permissions/search-params.ts'
import { environmentRoute } from './base-route-definitions.tsx'

/** The loader starts the read while the page's code loads, as on the other pages. */
export const fieldPermissionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'sight',
  validateSearch: parseFieldPermissionsSearchParams,
  staleTime: Number.POSITIVE_INFINITY,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('field_permissions.read')) return
    void queryClient.prefetchQuery(fieldPermissionQueries(client).view(env))
  },
  component: lazyRouteComponent(() => import('./field-permissions-route.tsx'), 'FieldPermissionsRoute'),
})
