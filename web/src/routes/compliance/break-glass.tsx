import { createRoute } from '@tanstack/react-router'
import { breakGlassQueries } from '../../features/break-glass/queries.ts'
import { fromEnvironmentSearch, signedInRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const breakGlassRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'break-glass',
  validateSearch: fromEnvironmentSearch,
  async loader(load) {
    prefetch(load, 'break_glass.review', breakGlassQueries(load.context.client).list('all'))
    await loadTexts(load, 'breakGlass', 'auditEvents')
  },
  component: lazyPage('break_glass.review', 'breakGlass', () =>
    import('../../features/break-glass/break-glass-page.tsx').then((page) => page.BreakGlassPage),
  ),
})
