import { createRoute } from '@tanstack/react-router'
import { transactionViewQueries } from '../../features/saved-views/queries.ts'
import { transactionListQueries } from '../../features/transaction-list/queries.ts'
import type { TransactionListSearchParams } from '../../features/transaction-list/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const transactionListRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transactions',
  validateSearch: acceptSearch<TransactionListSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/transaction-list/search-params.ts').then(
        (search) => search.readTransactionListSearchParams,
      ),
    ),
  async loader(load) {
    const { client } = load.context
    const { env } = load.params
    const lists = transactionListQueries(client)
    const { readTransactionQuery } = await import('../../features/transaction-list/search-params.ts')
    const query = readTransactionQuery({ ...load.location.search })
    const views = transactionViewQueries(client, env)
    prefetch(load, 'records.read', lists.page(env, query), lists.coverage(env), views.list)
    await loadTexts(load, 'savedViews', 'transactionList')
  },
  component: lazyPage('records.read', 'transactionList', () =>
    import('./transactions.lazy.tsx').then((page) => page.TransactionListRoute),
  ),
})
