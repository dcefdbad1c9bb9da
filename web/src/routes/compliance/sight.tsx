import { createRoute } from '@tanstack/react-router'
import { fieldPermissionQueries } from '../../features/field-permissions/queries.ts'
import { parseFieldPermissionsSearchParams } from '../../features/field-permissions/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { prefetch } from '../prefetch.ts'

export const fieldPermissionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'sight',
  validateSearch: parseFieldPermissionsSearchParams,
  loader: (load) =>
    prefetch(
      load,
      'field_permissions.read',
      fieldPermissionQueries(load.context.client).view(load.params.env),
    ),
  component: lazyPage('field_permissions.read', 'who may see what', () =>
    import('../../features/field-permissions/field-permissions-page.tsx').then(
      (page) => page.FieldPermissionsPage,
    ),
  ),
})
