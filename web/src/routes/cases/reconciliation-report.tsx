import { createRoute } from '@tanstack/react-router'
import { reconciliationQueries } from '../../features/reconciliation/queries.ts'
import type { ReconciliationReportSearchParams } from '../../features/reconciliation/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { acceptUncheckedSearchParams, checkSearchParams } from '../lazy-search-params.ts'
import { loadTexts, prefetchQueries } from '../prefetch.ts'

export const reconciliationReportRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'reconciliation-report',
  validateSearch: acceptUncheckedSearchParams<ReconciliationReportSearchParams>,
  beforeLoad: (load) =>
    checkSearchParams(load, () =>
      import('../../features/reconciliation/search-params.ts').then(
        (search) => search.readReconciliationReportSearchParams,
      ),
    ),
  async loader(load) {
    const { readReconciliationReportSearchParams } = await import(
      '../../features/reconciliation/search-params.ts'
    )
    const query = readReconciliationReportSearchParams({ ...load.location.search })
    prefetchQueries(
      load,
      'reconciliation.read',
      reconciliationQueries(load.context.client).sheet(load.params.env, query),
    )
    await loadTexts(load, 'reconciliation', 'discrepancies')
  },
  component: createLazyPage('reconciliation.read', 'dailyReport', () =>
    import('../../features/reconciliation/report-page.tsx').then((page) => page.ReconciliationReportPage),
  ),
})
