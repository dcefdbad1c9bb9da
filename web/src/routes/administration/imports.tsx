import { createRoute } from '@tanstack/react-router'
import { importQueries } from '../../features/imports/queries.ts'
import type { ImportsSearchParams } from '../../features/imports/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const importsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'imports',
  validateSearch: acceptSearch<ImportsSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/imports/search-params.ts').then((search) => search.parseImportsSearchParams),
    ),
  async loader(load) {
    prefetch(load, 'import.run', importQueries(load.context.client).list(load.params.env))
    await loadTexts(load, 'imports')
  },
  component: lazyPage('import.run', 'imports', () =>
    import('../../features/imports/imports-page.tsx').then((page) => page.ImportsPage),
  ),
})
