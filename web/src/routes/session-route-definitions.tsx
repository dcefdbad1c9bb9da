import { environmentName } from '@paydesk/shared/core/ids'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { breakGlassQueries } from '../features/break-glass/queries.ts'
import { sessionListQueries } from '../features/sessions/queries.ts'
import { signedInRoute } from './base-route-definitions.tsx'

const staleTime = Number.POSITIVE_INFINITY

export const sessionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'sessions',
  validateSearch: z.object({ from: environmentName.optional().catch(undefined) }),
  staleTime,
  loader({ context: { queryClient, client, session }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('session.own')) return
    void queryClient.prefetchQuery(sessionListQueries(client).own())
    if (session.permissions.includes('session.every'))
      void queryClient.prefetchQuery(sessionListQueries(client).every())
  },
  component: lazyRouteComponent(() => import('./sessions-route.tsx'), 'SessionsRoute'),
})

export const breakGlassRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'glass',
  validateSearch: z.object({ from: environmentName.optional().catch(undefined) }),
  staleTime,
  loader({ context: { queryClient, client, session }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('break_glass.review')) return
    void queryClient.prefetchQuery(breakGlassQueries(client).list('all'))
  },
  component: lazyRouteComponent(() => import('./break-glass-route.tsx'), 'BreakGlassRoute'),
})
