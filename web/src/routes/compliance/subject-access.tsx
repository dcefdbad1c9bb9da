import { createRoute } from '@tanstack/react-router'
import { subjectAccessQueries } from '../../features/subject-access/queries.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const subjectAccessRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'subject-access',
  async loader(load) {
    prefetchQueries(
      load,
      'subject_access.export',
      subjectAccessQueries(load.context.client).list(load.params.env),
    )
    await loadTexts(load, 'subjectAccess')
  },
  component: createLazyPage('subject_access.export', 'subjectAccess', () =>
    import('../../features/subject-access/subject-access-page.tsx').then((page) => page.SubjectAccessPage),
  ),
})
