import { createRoute } from '@tanstack/react-router'
import { healthQueries } from '../../features/health/queries.ts'
import { fromEnvironmentSearch, signedInRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { prefetch } from '../prefetch.ts'

export const healthRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'health',
  validateSearch: fromEnvironmentSearch,
  loader: (load) => prefetch(load, 'health.read', healthQueries(load.context.client).view()),
  component: lazyPage('health.read', 'health', () =>
    import('../../features/health/health-page.tsx').then((page) => page.HealthPage),
  ),
})
