import { createRoute } from '@tanstack/react-router'
import { subjectAccessQueries } from '../../features/subject-access/queries.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const subjectAccessRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'subject-access',
  async loader(load) {
    prefetch(load, 'subject_access.export', subjectAccessQueries(load.context.client).list(load.params.env))
    await loadTexts(load, 'subjectAccess')
  },
  component: lazyPage('subject_access.export', 'subjectAccess', () =>
    import('../../features/subject-access/subject-access-page.tsx').then((page) => page.SubjectAccessPage),
  ),
})
