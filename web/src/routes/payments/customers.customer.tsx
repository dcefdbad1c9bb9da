import { customerHandleSchema } from '@paydesk/shared/core/ids'
import { createRoute } from '@tanstack/react-router'
import { customerQueries } from '../../features/customers/queries.ts'
import {
  customerHistorySearchSchema,
  customerViewSearchSchema,
} from '../../features/customers/search-params.ts'
import { identityQueries } from '../../features/identities/queries.ts'
import { customerSafeTextSearchSchema } from '../../features/transactions/search-params.ts'
import { environmentRoute, parsePathParam } from '../layout-routes.tsx'
import { createLazyPage } from '../lazy-page.tsx'
import { loadTexts, loadTextsIfPermitted, prefetchQueries } from '../prefetch.ts'

export const customerRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'customers/$customer',
  params: { parse: ({ customer }) => ({ customer: parsePathParam(customerHandleSchema, customer) }) },
  validateSearch: customerHistorySearchSchema
    .extend(customerViewSearchSchema.shape)
    .extend(customerSafeTextSearchSchema.shape),
  async loader(load) {
    const { client, session } = load.context
    const queries = customerQueries(client)
    prefetchQueries(load, 'customer.read', queries.header(load.params), queries.transactions(load.params))
    if (session.permissions.includes('customer.read'))
      prefetchQueries(load, 'identity.summary', identityQueries(client).ofCustomer(load.params))
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
      loadTextsIfPermitted(load, 'caller.check', 'callerVerification'),
      loadTextsIfPermitted(load, 'audit.record_access', 'auditLogHome'),
      loadTextsIfPermitted(load, 'subject_access.export', 'subjectAccess'),
    ])
  },
  component: createLazyPage('customer.read', 'customers', () =>
    import('./customers.customer.lazy.tsx').then((page) => page.CustomerRoute),
  ),
})
