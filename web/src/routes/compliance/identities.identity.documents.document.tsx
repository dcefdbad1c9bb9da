import { documentHandle } from '@paydesk/shared/compliance/documents'
import { identityHandle } from '@paydesk/shared/core/ids'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { documentQueries } from '../../features/documents/queries.ts'
import { viewerSearchSchema } from '../../features/documents/search-params.ts'
import { environmentRoute, parseParam } from '../layout-routes.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const documentViewerRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'identities/$identity/documents/$document',
  params: {
    parse: ({ identity, document }) => ({
      identity: parseParam(identityHandle, identity),
      document: parseParam(documentHandle, document),
    }),
  },
  validateSearch: viewerSearchSchema,
  // Keep the page for another document of the same identity: the reason for the access still holds.
  remountDeps: ({ params: { env, identity } }) => ({ env, identity }),
  async loader(load) {
    const { env, identity } = load.params
    prefetch(load, 'document.read', documentQueries(load.context.client).list({ env, identity }))
    await loadTexts(load, 'questions', 'documents')
  },
  component: lazyRouteComponent(
    () => import('./identities.identity.documents.document.lazy.tsx'),
    'DocumentRoute',
  ),
})
