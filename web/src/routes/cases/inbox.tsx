import { createRoute } from '@tanstack/react-router'
import { inboxQueries } from '../../features/inbox/queries.ts'
import type { InboxSearchParams } from '../../features/inbox/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, mayPrefetch } from '../prefetch.ts'

const loadReader = () =>
  import('../../features/inbox/search-params.ts').then((search) => search.readInboxSearchParams)

export const inboxRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'inbox',
  validateSearch: acceptSearch<InboxSearchParams>,
  beforeLoad: (load) => checkSearch(load, loadReader),
  async loader(load) {
    const { client, queryClient } = load.context
    const filter = (await loadReader())({ ...load.location.search })
    if (mayPrefetch(load, 'inbox.read'))
      void queryClient.prefetchInfiniteQuery(inboxQueries(client).pages(load.params.env, filter))
    await loadTexts(load, 'inbox')
  },
  component: lazyPage('inbox.read', 'inbox', () =>
    import('../../features/inbox/inbox-page.tsx').then((page) => page.InboxPage),
  ),
})
