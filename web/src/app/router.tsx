import { decisionId } from '@paydesk/shared/cases/decisions'
import { customerHandle, environmentName, identityHandle, transactionId } from '@paydesk/shared/core/ids'
import type { RouterHistory } from '@tanstack/react-router'
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { customerQueries } from '../features/customers/queries.ts'
import { historySearchSchema } from '../features/customers/search-params.ts'
import { healthQueries } from '../features/health/queries.ts'
import { identityQueries } from '../features/identities/queries.ts'
import { importQueries } from '../features/imports/queries.ts'
import { parseImportsSearchParams } from '../features/imports/search-params.ts'
import { notificationQueries } from '../features/notifications/queries.ts'
import * as received from '../features/notifications/search-params.ts'
import { decisionQueries, reviewQueries } from '../features/review/queries.ts'
import * as queue from '../features/review/search-params.ts'
import { reviewViewQueries, transactionViewQueries } from '../features/saved-views/queries.ts'
import { transactionListQueries } from '../features/transaction-list/queries.ts'
import * as known from '../features/transaction-list/search-params.ts'
import { transactionQueries } from '../features/transactions/queries.ts'
import { undocumentedValueQueries } from '../features/undocumented-values/queries.ts'
import { readUndocumentedValuesSearchParams } from '../features/undocumented-values/search-params.ts'
import { apiKeysRoute } from '../routes/api-keys-route-definitions.tsx'
import { auditLogRoute, staffActivityRoute } from '../routes/audit-log-route-definitions.tsx'
import type { RouterContext } from '../routes/base-route-definitions.tsx'
import {
  environmentRoute,
  parseParam,
  rootRoute,
  signedInRoute,
  signedOutRoute,
  signInRoute,
  startRoute,
} from '../routes/base-route-definitions.tsx'
import { DeepLinkRoute } from '../routes/deep-link-route.tsx'
import { documentDownloadsRoute, documentViewerRoute } from '../routes/document-route-definitions.tsx'
import { ErrorPage, NotFoundPage } from '../routes/error-pages.tsx'
import { fieldPermissionsRoute } from '../routes/field-permissions-route-definitions.tsx'
import { HomeRoute } from '../routes/home-route.tsx'
import {
  newPaymentRequestRoute,
  paymentRequestRoute,
  paymentRequestsRoute,
} from '../routes/payment-request-route-definitions.tsx'
import { questionsRoute, subjectAccessRoute } from '../routes/questions-and-exports-route-definitions.tsx'
import { daySheetRoute, reconciliationRoute } from '../routes/reconciliation-route-definitions.tsx'
import { parseSearch, stringifySearch } from '../routes/search-string.ts'
import { breakGlassRoute, sessionsRoute } from '../routes/session-route-definitions.tsx'

const homeRoute = createRoute({ getParentRoute: () => environmentRoute, path: '/', component: HomeRoute })
const deepLinkRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'open',
  component: DeepLinkRoute,
})

// Never stale: sorting or filtering a list changes the address and must not read a record again.
const staleTime = Number.POSITIVE_INFINITY

/**
 * Loaders start the reads of a page while its code loads. Hover preloads code only: data reads are audited
 * and must follow a user action.
 */
const customerRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'c/$customer',
  params: { parse: ({ customer: handle }) => ({ customer: parseParam(customerHandle, handle) }) },
  validateSearch: historySearchSchema,
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('customer.read')) return
    void queryClient.prefetchQuery(customerQueries(client).header(params))
    void queryClient.prefetchQuery(customerQueries(client).transactions(params))
    if (session.permissions.includes('identity.summary'))
      void queryClient.prefetchQuery(identityQueries(client).ofCustomer(params))
  },
  component: lazyRouteComponent(() => import('../routes/customer-route.tsx'), 'CustomerRoute'),
})

const transactionRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 't/$transaction',
  params: { parse: ({ transaction: id }) => ({ transaction: parseParam(transactionId, id) }) },
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('transaction.read')) return
    void queryClient.prefetchQuery(transactionQueries(client).state(params))
  },
  component: lazyRouteComponent(() => import('../routes/transaction-route.tsx'), 'TransactionRoute'),
})

const identityRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'i/$identity',
  params: { parse: ({ identity: handle }) => ({ identity: parseParam(identityHandle, handle) }) },
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('identity.read')) return
    void queryClient.prefetchQuery(identityQueries(client).view(params))
    void queryClient.prefetchQuery(identityQueries(client).checks(params))
  },
  component: lazyRouteComponent(() => import('../routes/identity-route.tsx'), 'IdentityRoute'),
})

const transactionListRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transactions',
  validateSearch: known.readTransactionListSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('records.read')) return
    const query = known.readTransactionQuery(
      known.readTransactionListSearchParams(parseSearch(location.searchStr)),
    )
    void queryClient.prefetchQuery(transactionListQueries(client).page(env, query))
    void queryClient.prefetchQuery(transactionListQueries(client).coverage(env))
    void queryClient.prefetchQuery(transactionViewQueries(client, env).list)
  },
  component: lazyRouteComponent(() => import('../routes/transaction-list-route.tsx'), 'TransactionListRoute'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'notifications',
  validateSearch: received.parseNotificationSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('notification_queue.read')) return
    const query = received.parseNotificationQuery(
      received.parseNotificationSearchParams(parseSearch(location.searchStr)),
    )
    void queryClient.prefetchQuery(notificationQueries(client).figures(env))
    void queryClient.prefetchQuery(notificationQueries(client).ledger(env, query))
  },
  component: lazyRouteComponent(() => import('../routes/notifications-route.tsx'), 'NotificationsRoute'),
})

const reviewRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review',
  validateSearch: queue.readReviewSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    const query = queue.readReviewQuery(queue.readReviewSearchParams(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(reviewQueries(client).page(env, query))
    void queryClient.prefetchQuery(reviewViewQueries(client, env).list)
  },
  component: lazyRouteComponent(() => import('../routes/review-route.tsx'), 'ReviewRoute'),
})

/** Keeps the queue's filter in the address of a case: the next case and the way back use that filter. */
const reviewCaseRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review/$transaction',
  params: { parse: ({ transaction: id }) => ({ transaction: parseParam(transactionId, id) }) },
  validateSearch: queue.readReviewSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    void queryClient.prefetchQuery(reviewQueries(client).item(params))
  },
  component: lazyRouteComponent(() => import('../routes/review-case-route.tsx'), 'ReviewCaseRoute'),
})

const decisionsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'decisions',
  validateSearch: queue.readDecisionsSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    const address = queue.readDecisionsSearchParams(parseSearch(location.searchStr))
    const query = queue.buildDecisionsQuery(address, session.permissions.includes('review.work'))
    void queryClient.prefetchQuery(decisionQueries(client).list(env, query))
  },
  component: lazyRouteComponent(() => import('../routes/decisions-route.tsx'), 'DecisionsRoute'),
})

const decisionRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'decisions/$decision',
  params: { parse: ({ decision: id }) => ({ decision: parseParam(decisionId, id) }) },
  validateSearch: queue.readDecisionsSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    void queryClient.prefetchQuery(decisionQueries(client).case(params))
  },
  component: lazyRouteComponent(() => import('../routes/decision-route.tsx'), 'DecisionRoute'),
})

const reviewFiguresRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'review-figures',
  validateSearch: queue.readReviewFiguresSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    const days = queue.getFigureDays(queue.readReviewFiguresSearchParams(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(reviewQueries(client).figures(env, days))
  },
  component: lazyRouteComponent(() => import('../routes/review-figures-route.tsx'), 'ReviewFiguresRoute'),
})

const importsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'imports',
  validateSearch: parseImportsSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('import.run')) return
    void queryClient.prefetchQuery(importQueries(client).list(env))
  },
  component: lazyRouteComponent(() => import('../routes/imports-route.tsx'), 'ImportsRoute'),
})

const undocumentedValuesRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'unknown-values',
  validateSearch: readUndocumentedValuesSearchParams,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('undocumented_values.read')) return
    void queryClient.prefetchQuery(undocumentedValueQueries(client).unknownValues(env))
  },
  component: lazyRouteComponent(
    () => import('../routes/undocumented-values-route.tsx'),
    'UndocumentedValuesRoute',
  ),
})

/** Page outside any environment. `from` names the environment the user came from, for the navigation rail. */
const healthRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'health',
  validateSearch: z.object({ from: environmentName.optional().catch(undefined) }),
  staleTime,
  loader({ context: { queryClient, client, session }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('health.read')) return
    void queryClient.prefetchQuery(healthQueries(client).view())
  },
  component: lazyRouteComponent(() => import('../routes/health-route.tsx'), 'HealthRoute'),
})

const appRouteTree = rootRoute.addChildren([
  signInRoute,
  signedOutRoute,
  signedInRoute.addChildren([
    startRoute,
    healthRoute,
    sessionsRoute,
    breakGlassRoute,
    environmentRoute.addChildren([
      homeRoute,
      deepLinkRoute,
      customerRoute,
      transactionRoute,
      identityRoute,
      transactionListRoute,
      notificationsRoute,
      reviewRoute,
      reviewCaseRoute,
      decisionsRoute,
      decisionRoute,
      questionsRoute,
      subjectAccessRoute,
      reviewFiguresRoute,
      reconciliationRoute,
      daySheetRoute,
      auditLogRoute,
      staffActivityRoute,
      importsRoute,
      undocumentedValuesRoute,
      fieldPermissionsRoute,
      documentViewerRoute,
      documentDownloadsRoute,
      paymentRequestsRoute,
      newPaymentRequestRoute,
      paymentRequestRoute,
      apiKeysRoute,
    ]),
  ]),
])

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree: appRouteTree,
    context,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Keep the trailing slash: the home of an environment is a folder and its pages lie inside.
    trailingSlash: 'preserve',
    scrollRestoration: false,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set if the previous page of the list is the previous entry of the browser's history. */
    readonly cameByNext?: boolean
    /** Outcome of the payment form that led here: `before` sent earlier, `lost` sent but unanswered. */
    readonly requestSaid?: 'before' | 'lost'
  }
  interface Register {
    router: AppRouter
  }
}
