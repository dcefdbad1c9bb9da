import { createRoute } from '@tanstack/react-router'
import { auditLogQueries } from '../../features/audit-log/queries.ts'
import type { AuditSearchParams } from '../../features/audit-log/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, loadTextsIfPermitted, prefetchQueries } from '../prefetch.ts'

export const auditLogRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'audit-log',
  validateSearch: acceptUncheckedSearchParams<AuditSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/audit-log/search-params.ts').then((search) => search.parseAuditSearchParams),
    ),
  async loader(load) {
    const { env } = load.params
    const queries = auditLogQueries(load.context.client)
    const { parseAuditQuery, parseAuditSearchParams } = await import(
      '../../features/audit-log/search-params.ts'
    )
    const query = parseAuditQuery(parseAuditSearchParams({ ...load.location.search }))
    prefetchQueries(load, 'audit.own', queries.page(env, query), queries.figures(env))
    await Promise.all([
      loadTexts(load, 'auditLog', 'auditLogHome', 'auditEvents'),
      loadTextsIfPermitted(load, 'reveal.use', 'reveals'),
    ])
  },
  component: createLazyPage('audit.own', 'auditLog', () =>
    import('./audit-log.lazy.tsx').then((page) => page.AuditLogRoute),
  ),
})
