import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryOf, readDriftAddress, readSheetAddress } from '../features/reconciliation/address.ts'
import { driftQueries } from '../features/reconciliation/queries.ts'
import { environment } from './inside-route.tsx'
import { parseSearch } from './search.ts'

const staleTime = Number.POSITIVE_INFINITY

/** Loaders start the reads of a page while its code arrives, as those of the other pages do. */
export const drift = createRoute({
  getParentRoute: () => environment,
  path: 'drift',
  validateSearch: readDriftAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('drift.read')) return
    const query = queryOf(readDriftAddress(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(driftQueries(client).page(env, query))
  },
  component: lazyRouteComponent(() => import('./drift-route.tsx'), 'DriftRoute'),
})

export const driftSheet = createRoute({
  getParentRoute: () => environment,
  path: 'drift-sheet',
  validateSearch: readSheetAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('drift.read')) return
    const query = readSheetAddress(parseSearch(location.searchStr))
    void queryClient.prefetchQuery(driftQueries(client).sheet(env, query))
  },
  component: lazyRouteComponent(() => import('./drift-sheet-route.tsx'), 'DriftSheetRoute'),
})
