import { createRoute } from '@tanstack/react-router'
import { sessionListQueries } from '../../features/sessions/queries.ts'
import { originEnvironmentSearchSchema, signedInRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const sessionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'sessions',
  validateSearch: originEnvironmentSearchSchema,
  async loader(load) {
    const queries = sessionListQueries(load.context.client)
    prefetchQueries(load, 'session.own', queries.own())
    if (load.context.session.permissions.includes('session.own'))
      prefetchQueries(load, 'session.every', queries.every())
    await loadTexts(load, 'sessions')
  },
  component: createLazyPage('session.own', 'sessions', () =>
    import('../../features/sessions/sessions-page.tsx').then((page) => page.SessionsPage),
  ),
})
