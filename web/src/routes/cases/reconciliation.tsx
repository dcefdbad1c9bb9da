import { createRoute } from '@tanstack/react-router'
import { reconciliationQueries } from '../../features/reconciliation/queries.ts'
import type { ReconciliationSearchParams } from '../../features/reconciliation/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const reconciliationRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'reconciliation',
  validateSearch: acceptSearch<ReconciliationSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/reconciliation/search-params.ts').then(
        (search) => search.readReconciliationSearchParams,
      ),
    ),
  async loader(load) {
    const { readDiscrepancyQuery } = await import('../../features/reconciliation/search-params.ts')
    const query = readDiscrepancyQuery({ ...load.location.search })
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
