import { createRoute } from '@tanstack/react-router'
import { inboxQueries } from '../../features/inbox/queries.ts'
import type { InboxSearchParams } from '../../features/inbox/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, mayPrefetchQueries } from '../prefetch.ts'

const loadReader = () =>
  import('../../features/inbox/search-params.ts').then((search) => search.readInboxSearchParams)

export const inboxRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'inbox',
  validateSearch: acceptUncheckedSearchParams<InboxSearchParams>,
  beforeLoad: (load) => checkSearchParams(load, loadReader),
  async loader(load) {
    const { client, queryClient } = load.context
    const filter = (await loadReader())({ ...load.location.search })
    if (mayPrefetchQueries(load, 'inbox.read'))
      void queryClient.prefetchInfiniteQuery(inboxQueries(client).pages(load.params.env, filter))
    await loadTexts(load, 'inbox')
  },
  component: createLazyPage('inbox.read', 'inbox', () =>
    import('../../features/inbox/inbox-page.tsx').then((page) => page.InboxPage),
  ),
})
