import { identityHandle } from '@paydesk/shared/core/ids'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { identityQueries } from '../../features/identities/queries.ts'
import { environmentRoute, parseParam } from '../layout-routes.tsx'
import { loadTexts, loadTextsFor, prefetch } from '../prefetch.ts'

export const identityRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'identities/$identity',
  params: { parse: ({ identity }) => ({ identity: parseParam(identityHandle, identity) }) },
  async loader(load) {
    const queries = identityQueries(load.context.client)
    prefetch(load, 'identity.read', queries.view(load.params), queries.checks(load.params))
    await Promise.all([
      loadTexts(load, 'identities', 'identityChecks', 'questions'),
      loadTextsFor(load, 'document.read', 'documents'),
      loadTextsFor(load, 'reveal.use', 'reveals'),
      loadTextsFor(load, 'audit.record_access', 'auditLogHome'),
    ])
  },
  component: lazyRouteComponent(() => import('./identities.identity.lazy.tsx'), 'IdentityRoute'),
})
