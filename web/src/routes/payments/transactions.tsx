import { createRoute } from '@tanstack/react-router'
import { savedTransactionListViewQueries } from '../../features/saved-views/queries.ts'
import { transactionListQueries } from '../../features/transaction-list/queries.ts'
import type { TransactionListSearchParams } from '../../features/transaction-list/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const transactionListRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transactions',
  validateSearch: acceptUncheckedSearchParams<TransactionListSearchParams>,
  async beforeLoad(load) {
    await checkSearchParams(load, () =>
      import('../../features/transaction-list/search-params.ts').then(
        (search) => search.readTransactionListSearchParams,
      ),
    )
    if (load.context.session.settings.defaultViews === null) return { isDefaultViewMissed: false }
    const { redirectToDefaultView } = await import('../open-default-view.ts')
    const { list } = savedTransactionListViewQueries(load.context.client, load.params.env)
    return redirectToDefaultView(load, 'records.read', list)
  },
  async loader(load) {
    const { client } = load.context
    const { env } = load.params
    const lists = transactionListQueries(client)
    const { readTransactionPageQuery } = await import('../../features/transaction-list/search-params.ts')
    const query = readTransactionPageQuery({ ...load.location.search })
    const views = savedTransactionListViewQueries(client, env)
    prefetchQueries(load, 'records.read', lists.page(env, query), lists.coverage(env), views.list)
    await loadTexts(load, 'savedViews', 'transactionList')
  },
  component: createLazyPage('records.read', 'transactionList', () =>
    import('./transactions.lazy.tsx').then((page) => page.TransactionListRoute),
  ),
})
