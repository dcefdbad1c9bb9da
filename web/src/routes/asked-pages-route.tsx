import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { handoverQueries } from '../features/questions/queries.ts'
import { subjectQueries } from '../features/subject-access/queries.ts'
import { environment } from './inside-route.tsx'

const staleTime = Number.POSITIVE_INFINITY

/** Questions between roles, and what customers ask for. Loaders start the reads of a page while its code arrives. */
export const handovers = createRoute({
  getParentRoute: () => environment,
  path: 'handovers',
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('handover.ask')) return
    void queryClient.prefetchInfiniteQuery(handoverQueries(client).pages(env, 'asked'))
  },
  component: lazyRouteComponent(() => import('./handovers-route.tsx'), 'HandoversRoute'),
})

export const subjects = createRoute({
  getParentRoute: () => environment,
  path: 'subjects',
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('subject.export')) return
    void queryClient.prefetchQuery(subjectQueries(client).list(env))
  },
  component: lazyRouteComponent(() => import('./subjects-route.tsx'), 'SubjectsRoute'),
})
