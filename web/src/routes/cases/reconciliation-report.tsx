import { createRoute } from '@tanstack/react-router'
import { reconciliationQueries } from '../../features/reconciliation/queries.ts'
import { readReconciliationReportSearchParams } from '../../features/reconciliation/search-params.ts'
import { environmentRoute } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, prefetch } from '../prefetch.ts'

export const daySheetRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'reconciliation-report',
  validateSearch: readReconciliationReportSearchParams,
  async loader(load) {
    const query = readReconciliationReportSearchParams(load.location.search)
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
