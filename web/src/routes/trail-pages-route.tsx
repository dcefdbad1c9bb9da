import { trailPersonHandle } from '@paydesk/shared/compliance/trail'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryOf, readPersonAddress, readTrailAddress } from '../features/audit-log/address.ts'
import { trailQueries } from '../features/audit-log/queries.ts'
import { environment, parsed } from './inside-route.tsx'
import { parseSearch } from './search.ts'

const staleTime = Number.POSITIVE_INFINITY

/** Loaders start the reads of a page while its code arrives, as those of the other pages do. */
export const audit = createRoute({
  getParentRoute: () => environment,
  path: 'audit',
  validateSearch: readTrailAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('trail.own')) return
    const query = queryOf(readTrailAddress(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(trailQueries(client).page(env, query))
    void queryClient.prefetchQuery(trailQueries(client).figures(env))
  },
  component: lazyRouteComponent(() => import('./trail-route.tsx'), 'TrailRoute'),
})

export const auditPerson = createRoute({
  getParentRoute: () => environment,
  path: 'audit/people/$person',
  params: { parse: ({ person }) => ({ person: parsed(trailPersonHandle, person) }) },
  validateSearch: readPersonAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env, person }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('trail.every')) return
    const query = readPersonAddress(parseSearch(location.searchStr))
    void queryClient.prefetchQuery(trailQueries(client).personSaw(env, person, query))
  },
  component: lazyRouteComponent(() => import('./trail-person-route.tsx'), 'TrailPersonRoute'),
})
