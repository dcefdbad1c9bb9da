import { createRoute } from '@tanstack/react-router'
import { fieldPermissionQueries } from '../../features/field-permissions/queries.ts'
import type { FieldPermissionsSearchParams } from '../../features/field-permissions/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const fieldPermissionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'field-permissions',
  validateSearch: acceptSearch<FieldPermissionsSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/field-permissions/search-params.ts').then(
        (search) => search.parseFieldPermissionsSearchParams,
      ),
    ),
  async loader(load) {
    prefetch(
      load,
      'field_permissions.read',
      fieldPermissionQueries(load.context.client).view(load.params.env),
    )
    await loadTexts(load, 'fieldPermissions', 'fieldPermissionsHome', 'accessPolicy')
  },
  component: lazyPage('field_permissions.read', 'fieldPermissions', () =>
    import('../../features/field-permissions/field-permissions-page.tsx').then(
      (page) => page.FieldPermissionsPage,
    ),
  ),
})
