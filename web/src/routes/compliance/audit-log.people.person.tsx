import { auditActorHandle } from '@paydesk/shared/compliance/audit-log'
import { createRoute } from '@tanstack/react-router'
import { auditLogQueries } from '../../features/audit-log/queries.ts'
import { parseStaffActivitySearchParams } from '../../features/audit-log/search-params.ts'
import { environmentRoute, parseParam } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const staffActivityRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'audit-log/people/$person',
  params: { parse: ({ person }) => ({ person: parseParam(auditActorHandle, person) }) },
  validateSearch: parseStaffActivitySearchParams,
  async loader(load) {
    const { env, person } = load.params
    const query = parseStaffActivitySearchParams(load.location.search)
    prefetch(load, 'audit.every', auditLogQueries(load.context.client).personSaw(env, person, query))
    await loadTexts(load, 'auditLog', 'auditEvents')
  },
  component: lazyPage('audit.every', 'activity', () =>
    import('../../features/audit-log/staff-activity-page.tsx').then((page) => page.StaffActivityPage),
  ),
})
