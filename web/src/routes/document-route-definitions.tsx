import { documentHandle } from '@paydesk/shared/compliance/documents'
import { identityHandle } from '@paydesk/shared/core/ids'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { documentQueries } from '../features/documents/queries.ts'
import { viewerSearchSchema } from '../features/documents/search-params.ts'
import { environmentRoute, parseParam } from './base-route-definitions.tsx'

// Never stale: another file in the viewer changes the address and must not reload the list.
const staleTime = Number.POSITIVE_INFINITY

export const documentViewerRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'i/$identity/d/$document',
  params: {
    parse: ({ identity, document }) => ({
      identity: parseParam(identityHandle, identity),
      document: parseParam(documentHandle, document),
    }),
  },
  validateSearch: viewerSearchSchema,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env, identity }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('document.read')) return
    void queryClient.prefetchQuery(documentQueries(client).list({ env, identity }))
  },
  component: lazyRouteComponent(() => import('./document-route.tsx'), 'DocumentRoute'),
})

export const documentDownloadsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'document-downloads',
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('document.download')) return
    void queryClient.prefetchQuery(documentQueries(client).downloads(env))
  },
  component: lazyRouteComponent(() => import('./downloads-route.tsx'), 'DownloadsRoute'),
})
