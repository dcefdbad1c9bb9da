import { createRoute } from '@tanstack/react-router'
import { environmentRoute } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts } from '../prefetch.ts'

export const exportRequestsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'export-requests',
  // No prefetch: its query would weigh on the first load of every page.
  loader: (load) =>
    loadTexts(
      load,
      ...(['exportRequests', 'transactionList', 'paymentRequests', 'auditLog'] as const),
      ...(['reviewDecisions', 'review', 'notifications', 'receivedNotifications', 'questions'] as const),
    ),
  component: createLazyPage('records.export', 'exportRequests', () =>
    import('../../features/exports/export-requests-page.tsx').then((page) => page.ExportRequestsPage),
  ),
})
