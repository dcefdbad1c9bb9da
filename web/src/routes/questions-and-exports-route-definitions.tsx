import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { questionQueries } from '../features/questions/queries.ts'
import { subjectAccessQueries } from '../features/subject-access/queries.ts'
import { environmentRoute } from './base-route-definitions.tsx'

const staleTime = Number.POSITIVE_INFINITY

/** Loaders start the reads of a page while its code loads. */
export const questionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'handovers',
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('question.ask')) return
    void queryClient.prefetchInfiniteQuery(questionQueries(client).pages(env, 'asked'))
  },
  component: lazyRouteComponent(() => import('./questions-route.tsx'), 'QuestionsRoute'),
})

export const subjectAccessRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'subjects',
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('subject_access.export')) return
    void queryClient.prefetchQuery(subjectAccessQueries(client).list(env))
  },
  component: lazyRouteComponent(() => import('./subject-access-route.tsx'), 'SubjectAccessRoute'),
})
