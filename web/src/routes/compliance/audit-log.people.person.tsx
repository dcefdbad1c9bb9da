import type { AuditActorHandle } from '@paydesk/shared/compliance/audit-log'
import { createRoute } from '@tanstack/react-router'
import { auditLogQueries } from '../../features/audit-log/queries.ts'
import type { StaffActivitySearchParams } from '../../features/audit-log/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkPathParam, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const staffActivityRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'audit-log/people/$person',
  params: { parse: ({ person }) => ({ person: person as AuditActorHandle }) },
  validateSearch: acceptUncheckedSearchParams<StaffActivitySearchParams>,
  async beforeLoad(load) {
    await checkPathParam(load.params.person, () =>
      import('@paydesk/shared/compliance/audit-log').then((ids) => ids.auditActorHandleSchema),
    )
    await checkSearchParams(load, () =>
      import('../../features/audit-log/search-params.ts').then(
        (search) => search.parseStaffActivitySearchParams,
      ),
    )
  },
  async loader(load) {
    const { env, person } = load.params
    const { parseStaffActivitySearchParams } = await import('../../features/audit-log/search-params.ts')
    const query = parseStaffActivitySearchParams({ ...load.location.search })
    prefetchQueries(
      load,
      'audit.every',
      auditLogQueries(load.context.client).staffActivity(env, person, query),
    )
    await loadTexts(load, 'auditLog', 'auditEvents')
  },
  component: createLazyPage('audit.every', 'activity', () =>
    import('../../features/audit-log/staff-activity-page.tsx').then((page) => page.StaffActivityPage),
  ),
})
