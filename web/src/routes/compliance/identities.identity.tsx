import { identityHandleSchema } from '@paydesk/shared/core/ids'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { identityQueries } from '../../features/identities/queries.ts'
import { environmentRoute, parsePathParam } from '../layout-routes.tsx'
import { loadTexts, loadTextsIfPermitted, prefetchQueries } from '../prefetch.ts'

export const identityRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'identities/$identity',
  params: { parse: ({ identity }) => ({ identity: parsePathParam(identityHandleSchema, identity) }) },
  async loader(load) {
    const queries = identityQueries(load.context.client)
    prefetchQueries(load, 'identity.read', queries.view(load.params), queries.checks(load.params))
    await Promise.all([
      loadTexts(load, 'identities', 'identityChecks', 'questions'),
      loadTextsIfPermitted(load, 'document.read', 'documents'),
      loadTextsIfPermitted(load, 'reveal.use', 'reveals'),
      loadTextsIfPermitted(load, 'audit.record_access', 'auditLogHome'),
    ])
  },
  component: lazyRouteComponent(() => import('./identities.identity.lazy.tsx'), 'IdentityRoute'),
})
