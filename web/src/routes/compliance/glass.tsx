import { createRoute } from '@tanstack/react-router'
import { breakGlassQueries } from '../../features/break-glass/queries.ts'
import { fromEnvironmentSearch, signedInRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { prefetch } from '../prefetch.ts'

export const breakGlassRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'glass',
  validateSearch: fromEnvironmentSearch,
  loader: (load) => prefetch(load, 'break_glass.review', breakGlassQueries(load.context.client).list('all')),
  component: lazyPage('break_glass.review', 'broken glass', () =>
    import('../../features/break-glass/break-glass-page.tsx').then((page) => page.BreakGlassPage),
  ),
})
