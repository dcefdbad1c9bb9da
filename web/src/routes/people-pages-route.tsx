import { environmentName } from '@paydesk/shared/core/ids'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { glassQueries } from '../features/break-glass/queries.ts'
import { peopleQueries } from '../features/sessions/queries.ts'
import { inside } from './inside-route.tsx'

const staleTime = Number.POSITIVE_INFINITY

export const sessions = createRoute({
  getParentRoute: () => inside,
  path: 'sessions',
  validateSearch: z.object({ from: environmentName.optional().catch(undefined) }),
  staleTime,
  loader({ context: { queryClient, client, session }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('session.own')) return
    void queryClient.prefetchQuery(peopleQueries(client).own())
    if (session.permissions.includes('session.every'))
      void queryClient.prefetchQuery(peopleQueries(client).every())
  },
  component: lazyRouteComponent(() => import('./sessions-route.tsx'), 'SessionsRoute'),
})

export const glass = createRoute({
  getParentRoute: () => inside,
  path: 'glass',
  validateSearch: z.object({ from: environmentName.optional().catch(undefined) }),
  staleTime,
  loader({ context: { queryClient, client, session }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('glass.answer')) return
    void queryClient.prefetchQuery(glassQueries(client).list('all'))
  },
  component: lazyRouteComponent(() => import('./glass-route.tsx'), 'GlassRoute'),
})
