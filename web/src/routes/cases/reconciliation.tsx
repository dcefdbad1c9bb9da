import { createRoute } from '@tanstack/react-router'
import { reconciliationQueries } from '../../features/reconciliation/queries.ts'
import {
  readDiscrepancyQuery,
  readReconciliationSearchParams,
} from '../../features/reconciliation/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const reconciliationRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'reconciliation',
  validateSearch: readReconciliationSearchParams,
  async loader(load) {
    const query = readDiscrepancyQuery(readReconciliationSearchParams(load.location.search))
    prefetch(
      load,
      'reconciliation.read',
      reconciliationQueries(load.context.client).page(load.params.env, query),
    )
    await loadTexts(load, 'reconciliation', 'transactionList', 'discrepancies')
  },
  component: lazyPage('reconciliation.read', 'reconciliation', async () => {
    const [{ ReconciliationPage }, { CoverageLine }] = await Promise.all([
      import('../../features/reconciliation/reconciliation-page.tsx'),
      import('../../features/transaction-list/coverage-line.tsx'),
    ])
    return () => <ReconciliationPage coverage={<CoverageLine />} />
  }),
})
