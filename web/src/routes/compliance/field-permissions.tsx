import { createRoute } from '@tanstack/react-router'
import { fieldPermissionQueries } from '../../features/field-permissions/queries.ts'
import type { FieldPermissionsSearchParams } from '../../features/field-permissions/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const fieldPermissionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'field-permissions',
  validateSearch: acceptUncheckedSearchParams<FieldPermissionsSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/field-permissions/search-params.ts').then(
        (search) => search.parseFieldPermissionsSearchParams,
      ),
    ),
  async loader(load) {
    prefetchQueries(
      load,
      'field_permissions.read',
      fieldPermissionQueries(load.context.client).view(load.params.env),
    )
    await loadTexts(load, 'fieldPermissions', 'fieldPermissionsHome', 'accessPolicy')
  },
  component: createLazyPage('field_permissions.read', 'fieldPermissions', () =>
    import('../../features/field-permissions/field-permissions-page.tsx').then(
      (page) => page.FieldPermissionsPage,
    ),
  ),
})
