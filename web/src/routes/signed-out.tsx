import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './layout-routes.tsx'
import { loadTexts } from './prefetch.ts'

export const signedOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-out',
  loader: (load) => loadTexts(load, 'signInPage'),
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignedOutPage'),
})
