import { createRoute } from '@tanstack/react-router'
import { documentQueries } from '../../features/documents/queries.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const documentDownloadsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'document-downloads',
  async loader(load) {
    prefetch(load, 'document.download', documentQueries(load.context.client).downloads(load.params.env))
    await loadTexts(load, 'documents')
  },
  component: lazyPage('document.download', 'downloads', () =>
    import('../../features/documents/downloads-page.tsx').then((page) => page.DownloadsPage),
  ),
})
