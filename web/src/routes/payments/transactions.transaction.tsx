import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { createRoute } from '@tanstack/react-router'
import { transactionQueries } from '../../features/transactions/queries.ts'
import { customerSafeTextSearchSchema } from '../../features/transactions/search-params.ts'
import { environmentRoute, parsePathParam } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts, loadTextsIfPermitted, prefetchQueries } from '../prefetch.ts'

export const transactionRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transactions/$transaction',
  params: { parse: ({ transaction }) => ({ transaction: parsePathParam(transactionIdSchema, transaction) }) },
  validateSearch: customerSafeTextSearchSchema,
  async loader(load) {
    prefetchQueries(load, 'transaction.read', transactionQueries(load.context.client).state(load.params))
    await loadTexts(
      load,
      'transactions',
      'recordHeadline',
      'notificationEvents',
      'receivedNotifications',
      'paymentRequests',
      'questions',
      'reviewHome',
    )
    await Promise.all([
      loadTextsIfPermitted(load, 'reveal.use', 'reveals'),
      loadTextsIfPermitted(load, 'audit.record_access', 'auditLogHome'),
      loadTextsIfPermitted(load, 'caller.check', 'callerVerification'),
    ])
  },
  component: createLazyPage('transaction.read', 'transactions', () =>
    import('./transactions.transaction.lazy.tsx').then((page) => page.TransactionRoute),
  ),
})
