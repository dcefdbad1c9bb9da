import { createRoute } from '@tanstack/react-router'
import { questionQueries } from '../../features/questions/queries.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts, mayPrefetchQueries } from '../prefetch.ts'

export const questionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'questions',
  async loader(load) {
    const { client, queryClient } = load.context
    if (mayPrefetchQueries(load, 'question.ask'))
      void queryClient.prefetchInfiniteQuery(questionQueries(client).pages(load.params.env, 'asked'))
    await loadTexts(load, 'questions')
  },
  component: createLazyPage('question.ask', 'questions', () =>
    import('../../features/questions/questions-page.tsx').then((page) => page.QuestionsPage),
  ),
})
