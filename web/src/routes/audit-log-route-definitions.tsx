import { auditActorHandle } from '@paydesk/shared/compliance/audit-log'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { auditLogQueries } from '../features/audit-log/queries.ts'
import {
  parseAuditQuery,
  parseAuditSearchParams,
  parseStaffActivitySearchParams,
} from '../features/audit-log/search-params.ts'
import { environmentRoute, parseParam } from './base-route-definitions.tsx'
import { parseSearch } from './search-string.ts'

const staleTime = Number.POSITIVE_INFINITY

/** Loaders start the reads of a page while its code loads, as on the other pages. */
export const auditLogRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'audit',
  validateSearch: parseAuditSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('audit.own')) return
    const query = parseAuditQuery(parseAuditSearchParams(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(auditLogQueries(client).page(env, query))
    void queryClient.prefetchQuery(auditLogQueries(client).figures(env))
  },
  component: lazyRouteComponent(() => import('./audit-log-route.tsx'), 'AuditLogRoute'),
})

export const staffActivityRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'audit/people/$person',
  params: { parse: ({ person }) => ({ person: parseParam(auditActorHandle, person) }) },
  validateSearch: parseStaffActivitySearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env, person }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('audit.every')) return
    const query = parseStaffActivitySearchParams(parseSearch(location.searchStr))
    void queryClient.prefetchQuery(auditLogQueries(client).personSaw(env, person, query))
  },
  component: lazyRouteComponent(() => import('./staff-activity-route.tsx'), 'StaffActivityRoute'),
})
