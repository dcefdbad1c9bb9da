import { createRoute } from '@tanstack/react-router'
import { SignedOutPage } from '../features/sign-in/sign-in-page.tsx'
import { rootRoute } from './layout-routes.tsx'

export const signedOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-out',
  component: SignedOutPage,
})
