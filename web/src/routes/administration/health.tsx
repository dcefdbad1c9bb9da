import { createRoute } from '@tanstack/react-router'
import { healthQueries } from '../../features/health/queries.ts'
import { originEnvironmentSearchSchema, signedInRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const healthRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'health',
  validateSearch: originEnvironmentSearchSchema,
  async loader(load) {
    prefetchQueries(load, 'health.read', healthQueries(load.context.client).view())
    await loadTexts(load, 'health', 'healthChecks')
  },
  component: createLazyPage('health.read', 'health', () =>
    import('../../features/health/health-page.tsx').then((page) => page.HealthPage),
  ),
})
