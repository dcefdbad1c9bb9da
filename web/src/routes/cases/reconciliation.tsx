import { createRoute } from '@tanstack/react-router'
import { reconciliationQueries } from '../../features/reconciliation/queries.ts'
import type { ReconciliationSearchParams } from '../../features/reconciliation/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const reconciliationRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'reconciliation',
  validateSearch: acceptUncheckedSearchParams<ReconciliationSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/reconciliation/search-params.ts').then(
        (search) => search.readReconciliationSearchParams,
      ),
    ),
  async loader(load) {
    const { readDiscrepancyQuery } = await import('../../features/reconciliation/search-params.ts')
    const query = readDiscrepancyQuery({ ...load.location.search })
    prefetchQueries(
      load,
      'reconciliation.read',
      reconciliationQueries(load.context.client).page(load.params.env, query),
    )
    await loadTexts(load, 'reconciliation', 'transactionList', 'discrepancies')
  },
  component: createLazyPage('reconciliation.read', 'reconciliation', async () => {
    const [{ ReconciliationPage }, { RecordsCoverageLine: CoverageLine }] = await Promise.all([
      import('../../features/reconciliation/reconciliation-page.tsx'),
      import('../../features/transaction-list/records-coverage-line.tsx'),
    ])
    return () => <ReconciliationPage coverage={<CoverageLine />} />
  }),
})
