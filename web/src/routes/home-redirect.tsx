import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { signedInRoute } from './layout-routes.tsx'

/** Sends the user to the home page of the first environment. */
export const homeRedirectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad({ context: { session } }) {
    const [first] = session.environments
    if (!first) throw notFound()
    throw redirect({ to: '/$env/', params: { env: first.name }, replace: true })
  },
})
