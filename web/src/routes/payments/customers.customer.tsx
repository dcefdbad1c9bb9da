import { customerHandle } from '@paydesk/shared/core/ids'
import { createRoute } from '@tanstack/react-router'
import { customerQueries } from '../../features/customers/queries.ts'
import { customerViewSearchSchema, historySearchSchema } from '../../features/customers/search-params.ts'
import { identityQueries } from '../../features/identities/queries.ts'
import { sentenceSearchSchema } from '../../features/transactions/search-params.ts'
import { environmentRoute, parseParam } from '../layout-routes.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { loadTexts, loadTextsFor, prefetch } from '../prefetch.ts'

export const customerRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'customers/$customer',
  params: { parse: ({ customer }) => ({ customer: parseParam(customerHandle, customer) }) },
  validateSearch: historySearchSchema
    .extend(customerViewSearchSchema.shape)
    .extend(sentenceSearchSchema.shape),
  async loader(load) {
    const { client, session } = load.context
    const queries = customerQueries(client)
    prefetch(load, 'customer.read', queries.header(load.params), queries.transactions(load.params))
    if (session.permissions.includes('customer.read'))
      prefetch(load, 'identity.summary', identityQueries(client).ofCustomer(load.params))
    await Promise.all([
      loadTexts(
        load,
        'customers',
        'transactions',
        'recordHeadline',
        'identities',
        'notificationEvents',
        'receivedNotifications',
        'questions',
        'reviewHome',
      ),
      loadTextsFor(load, 'caller.check', 'callerVerification'),
      loadTextsFor(load, 'audit.record_access', 'auditLogHome'),
      loadTextsFor(load, 'subject_access.export', 'subjectAccess'),
    ])
  },
  component: lazyPage('customer.read', 'customers', () =>
    import('./customers.customer.lazy.tsx').then((page) => page.CustomerRoute),
  ),
})
