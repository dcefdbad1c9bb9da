import { createRoute } from '@tanstack/react-router'
import { idImportQueries } from '../../features/imports/queries.ts'
import type { ImportsSearchParams } from '../../features/imports/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const importsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'imports',
  validateSearch: acceptUncheckedSearchParams<ImportsSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/imports/search-params.ts').then((search) => search.parseImportsSearchParams),
    ),
  async loader(load) {
    prefetchQueries(load, 'import.run', idImportQueries(load.context.client).list(load.params.env))
    await loadTexts(load, 'imports')
  },
  component: createLazyPage('import.run', 'imports', () =>
    import('../../features/imports/imports-page.tsx').then((page) => page.ImportsPage),
  ),
})
