import type { DocumentHandle } from '@paydesk/shared/compliance/documents'
import { identityHandleSchema } from '@paydesk/shared/core/ids'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { documentQueries } from '../../features/documents/queries.ts'
import type { DocumentViewerSearchParams } from '../../features/documents/search-params.ts'
import { environmentRoute, parsePathParam } from '../layout-routes.tsx'
import { acceptUncheckedSearchParams, checkPathParam, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, loadTextsIfPermitted, prefetchQueries } from '../prefetch.ts'

export const documentViewerRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'identities/$identity/documents/$document',
  params: {
    parse: ({ identity, document }) => ({
      identity: parsePathParam(identityHandleSchema, identity),
      document: document as DocumentHandle,
    }),
  },
  validateSearch: acceptUncheckedSearchParams<DocumentViewerSearchParams>,
  async beforeLoad(load) {
    await checkPathParam(load.params.document, () =>
      import('@paydesk/shared/compliance/documents').then((ids) => ids.documentHandleSchema),
    )
    await checkSearchParams(load, () =>
      import('../../features/documents/search-params.ts').then(
        (search) => search.readDocumentViewerSearchParams,
      ),
    )
  },
  // Keep the page for another document of the same identity: the reason for the access still holds.
  remountDeps: ({ params: { env, identity } }) => ({ env, identity }),
  async loader(load) {
    const { env, identity } = load.params
    prefetchQueries(load, 'document.read', documentQueries(load.context.client).list({ env, identity }))
    await Promise.all([
      loadTexts(load, 'questions', 'documents', 'identities'),
      loadTextsIfPermitted(load, 'reveal.use', 'reveals'),
    ])
  },
  component: lazyRouteComponent(
    () => import('./identities.identity.documents.document.lazy.tsx'),
    'DocumentViewerRoute',
  ),
})
