import { createRoute } from '@tanstack/react-router'
import { reconciliationQueries } from '../../features/reconciliation/queries.ts'
import type { ReconciliationReportSearchParams } from '../../features/reconciliation/search-params.ts'
import { acceptSearch, checkSearch } from '../late-address.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const daySheetRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'reconciliation-report',
  validateSearch: acceptSearch<ReconciliationReportSearchParams>,
  beforeLoad: (load) =>
    checkSearch(load, () =>
      import('../../features/reconciliation/search-params.ts').then(
        (search) => search.readReconciliationReportSearchParams,
      ),
    ),
  async loader(load) {
    const { readReconciliationReportSearchParams } = await import(
      '../../features/reconciliation/search-params.ts'
    )
    const query = readReconciliationReportSearchParams({ ...load.location.search })
    prefetch(
      load,
      'reconciliation.read',
      reconciliationQueries(load.context.client).sheet(load.params.env, query),
    )
    await loadTexts(load, 'reconciliation', 'discrepancies')
  },
  component: lazyPage('reconciliation.read', 'dailyReport', () =>
    import('../../features/reconciliation/report-page.tsx').then((page) => page.ReconciliationReportPage),
  ),
})
