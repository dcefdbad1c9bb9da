import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { reconciliationQueries } from '../features/reconciliation/queries.ts'
import {
  readDiscrepancyQuery,
  readReconciliationReportSearchParams,
  readReconciliationSearchParams,
} from '../features/reconciliation/search-params.ts'
import { environmentRoute } from './base-route-definitions.tsx'
import { parseSearch } from './search-string.ts'

const staleTime = Number.POSITIVE_INFINITY

/** Loaders start the reads of a page while its code loads, as on the other pages. */
export const reconciliationRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'drift',
  validateSearch: readReconciliationSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('reconciliation.read')) return
    const query = readDiscrepancyQuery(readReconciliationSearchParams(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(reconciliationQueries(client).page(env, query))
  },
  component: lazyRouteComponent(() => import('./reconciliation-route.tsx'), 'ReconciliationRoute'),
})

export const daySheetRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'drift-sheet',
  validateSearch: readReconciliationReportSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('reconciliation.read')) return
    const query = readReconciliationReportSearchParams(parseSearch(location.searchStr))
    void queryClient.prefetchQuery(reconciliationQueries(client).sheet(env, query))
  },
  component: lazyRouteComponent(() => import('./day-sheet-route.tsx'), 'DaySheetRoute'),
})
