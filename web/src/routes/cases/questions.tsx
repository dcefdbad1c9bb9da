import { createRoute } from '@tanstack/react-router'
import { questionQueries } from '../../features/questions/queries.ts'
import type { QuestionsSearchParams } from '../../features/questions/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, mayPrefetchQueries } from '../prefetch.ts'

export const questionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'questions',
  validateSearch: acceptUncheckedSearchParams<QuestionsSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/questions/search-params.ts').then((search) => search.readQuestionsSearchParams),
    ),
  loaderDeps: ({ search: { customer } }) => ({ customer }),
  async loader(load) {
    const { client, queryClient } = load.context
    if (mayPrefetchQueries(load, 'question.ask'))
      void queryClient.prefetchInfiniteQuery(
        questionQueries(client).pages(load.params.env, 'asked', load.deps.customer),
      )
    await loadTexts(load, 'questions')
  },
  component: createLazyPage('question.ask', 'questions', () =>
    import('../../features/questions/questions-page.tsx').then((page) => page.QuestionsPage),
  ),
})
