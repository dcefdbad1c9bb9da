import { createRoute } from '@tanstack/react-router'
import { breakGlassQueries } from '../../features/break-glass/queries.ts'
import { originEnvironmentSearchSchema, signedInRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const breakGlassRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'break-glass',
  validateSearch: originEnvironmentSearchSchema,
  async loader(load) {
    prefetchQueries(load, 'break_glass.review', breakGlassQueries(load.context.client).list('all'))
    await loadTexts(load, 'breakGlass', 'auditEvents')
  },
  component: createLazyPage('break_glass.review', 'breakGlass', () =>
    import('../../features/break-glass/break-glass-page.tsx').then((page) => page.BreakGlassPage),
  ),
})
