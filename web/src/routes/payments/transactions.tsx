import { createRoute } from '@tanstack/react-router'
import { transactionViewQueries } from '../../features/saved-views/queries.ts'
import { transactionListQueries } from '../../features/transaction-list/queries.ts'
import {
  readTransactionListSearchParams,
  readTransactionQuery,
} from '../../features/transaction-list/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const transactionListRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transactions',
  validateSearch: readTransactionListSearchParams,
  async loader(load) {
    const { client } = load.context
    const { env } = load.params
    const lists = transactionListQueries(client)
    const query = readTransactionQuery(readTransactionListSearchParams(load.location.search))
    const views = transactionViewQueries(client, env)
    prefetch(load, 'records.read', lists.page(env, query), lists.coverage(env), views.list)
    await loadTexts(load, 'savedViews', 'transactionList')
  },
  component: lazyPage('records.read', 'transactionList', () =>
    import('./transactions.lazy.tsx').then((page) => page.TransactionListRoute),
  ),
})
