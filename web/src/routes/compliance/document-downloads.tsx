import { createRoute } from '@tanstack/react-router'
import { documentQueries } from '../../features/documents/queries.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const documentDownloadsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'document-downloads',
  async loader(load) {
    prefetchQueries(
      load,
      'document.download',
      documentQueries(load.context.client).downloads(load.params.env),
    )
    await loadTexts(load, 'documents')
  },
  component: createLazyPage('document.download', 'downloads', () =>
    import('../../features/documents/download-requests-page.tsx').then((page) => page.DownloadRequestsPage),
  ),
})
