import { transactionId } from '@paydesk/shared/core/ids'
import { createRoute } from '@tanstack/react-router'
import { transactionQueries } from '../../features/transactions/queries.ts'
import { sentenceSearchSchema } from '../../features/transactions/search-params.ts'
import { environmentRoute, parseParam } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, loadTextsFor, prefetch } from '../prefetch.ts'

export const transactionRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transactions/$transaction',
  params: { parse: ({ transaction }) => ({ transaction: parseParam(transactionId, transaction) }) },
  validateSearch: sentenceSearchSchema,
  async loader(load) {
    prefetch(load, 'transaction.read', transactionQueries(load.context.client).state(load.params))
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
      loadTextsFor(load, 'reveal.use', 'reveals'),
      loadTextsFor(load, 'audit.record_access', 'auditLogHome'),
      loadTextsFor(load, 'caller.check', 'callerVerification'),
    ])
  },
  component: lazyPage('transaction.read', 'transactions', () =>
    import('./transactions.transaction.lazy.tsx').then((page) => page.TransactionRoute),
  ),
})
