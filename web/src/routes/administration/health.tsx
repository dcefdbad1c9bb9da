import { createRoute } from '@tanstack/react-router'
import { healthQueries } from '../../features/health/queries.ts'
import { fromEnvironmentSearch, signedInRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const healthRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'health',
  validateSearch: fromEnvironmentSearch,
  async loader(load) {
    prefetch(load, 'health.read', healthQueries(load.context.client).view())
    await loadTexts(load, 'health', 'healthChecks')
  },
  component: lazyPage('health.read', 'health', () =>
    import('../../features/health/health-page.tsx').then((page) => page.HealthPage),
  ),
})
