import { createRoute } from '@tanstack/react-router'
import { importQueries } from '../../features/imports/queries.ts'
import { parseImportsSearchParams } from '../../features/imports/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const importsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'imports',
  validateSearch: parseImportsSearchParams,
  async loader(load) {
    prefetch(load, 'import.run', importQueries(load.context.client).list(load.params.env))
    await loadTexts(load, 'imports')
  },
  component: lazyPage('import.run', 'imports', () =>
    import('../../features/imports/imports-page.tsx').then((page) => page.ImportsPage),
  ),
})
