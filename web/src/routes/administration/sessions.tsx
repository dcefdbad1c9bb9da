import { createRoute } from '@tanstack/react-router'
import { sessionListQueries } from '../../features/sessions/queries.ts'
import { fromEnvironmentSearch, signedInRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const sessionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'sessions',
  validateSearch: fromEnvironmentSearch,
  async loader(load) {
    const queries = sessionListQueries(load.context.client)
    prefetch(load, 'session.own', queries.own())
    if (load.context.session.permissions.includes('session.own'))
      prefetch(load, 'session.every', queries.every())
    await loadTexts(load, 'sessions')
  },
  component: lazyPage('session.own', 'sessions', () =>
    import('../../features/sessions/sessions-page.tsx').then((page) => page.SessionsPage),
  ),
})
