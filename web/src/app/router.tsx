import { customerHandle, environmentName, identityHandle, transactionId } from '@paydesk/shared/core/ids'
import { decisionId } from '@paydesk/shared/work/decision'
import type { RouterHistory } from '@tanstack/react-router'
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { listState } from '../features/customers/list-state.ts'
import { customerQueries } from '../features/customers/queries.ts'
import { healthQueries } from '../features/health/queries.ts'
import { identityQueries } from '../features/identities/queries.ts'
import { readImportsAddress } from '../features/imports/address.ts'
import { importQueries } from '../features/imports/queries.ts'
import * as received from '../features/notifications/address.ts'
import { notificationQueries } from '../features/notifications/queries.ts'
import * as queue from '../features/review/address.ts'
import { decisionQueries, reviewQueries } from '../features/review/queries.ts'
import { reviewViews, transactionViews } from '../features/saved-views/queries.ts'
import * as known from '../features/transaction-list/address.ts'
import { overviewQueries } from '../features/transaction-list/queries.ts'
import { transactionQueries } from '../features/transactions/queries.ts'
import { readRegisterAddress } from '../features/unknown-values/address.ts'
import { registerQueries } from '../features/unknown-values/queries.ts'
import { handovers, subjects } from '../routes/asked-pages-route.tsx'
import { documentDownloads, documentViewer } from '../routes/documents-pages-route.tsx'
import { drift, driftSheet } from '../routes/drift-pages-route.tsx'
import { HomeRoute } from '../routes/home-route.tsx'
import type { RouterContext } from '../routes/inside-route.tsx'
import { environment, inside, parsed, root, signedOut, signIn, start } from '../routes/inside-route.tsx'
import { OpenRoute } from '../routes/open-route.tsx'
import { NoSuchPage, PageFault } from '../routes/page-faults.tsx'
import { glass, sessions } from '../routes/people-pages-route.tsx'
import { newPaymentRequest, paymentRequest, paymentRequests } from '../routes/requests-pages-route.tsx'
import { parseSearch, stringifySearch } from '../routes/search.ts'
import { sight } from '../routes/sight-pages-route.tsx'
import { systems } from '../routes/systems-pages-route.tsx'
import { audit, auditPerson } from '../routes/trail-pages-route.tsx'

const home = createRoute({ getParentRoute: () => environment, path: '/', component: HomeRoute })
const open = createRoute({ getParentRoute: () => environment, path: 'open', component: OpenRoute })

// Sorting or filtering a list changes the address and is no reason to read a record again.
const staleTime = Number.POSITIVE_INFINITY

/**
 * Loaders start the reads of a page while its code arrives. On mere intent (a pointer over a link)
 * only the code is fetched: a read of a record is recorded, so it needs a deed.
 */
const customer = createRoute({
  getParentRoute: () => environment,
  path: 'c/$customer',
  params: { parse: ({ customer: handle }) => ({ customer: parsed(customerHandle, handle) }) },
  validateSearch: listState,
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

const transaction = createRoute({
  getParentRoute: () => environment,
  path: 't/$transaction',
  params: { parse: ({ transaction: id }) => ({ transaction: parsed(transactionId, id) }) },
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('transaction.read')) return
    void queryClient.prefetchQuery(transactionQueries(client).state(params))
  },
  component: lazyRouteComponent(() => import('../routes/transaction-route.tsx'), 'TransactionRoute'),
})

const identity = createRoute({
  getParentRoute: () => environment,
  path: 'i/$identity',
  params: { parse: ({ identity: handle }) => ({ identity: parsed(identityHandle, handle) }) },
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('identity.read')) return
    void queryClient.prefetchQuery(identityQueries(client).view(params))
    void queryClient.prefetchQuery(identityQueries(client).checks(params))
  },
  component: lazyRouteComponent(() => import('../routes/identity-route.tsx'), 'IdentityRoute'),
})

const overview = createRoute({
  getParentRoute: () => environment,
  path: 'transactions',
  validateSearch: known.readOverviewAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('index.read')) return
    const query = known.queryOf(known.readOverviewAddress(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(overviewQueries(client).page(env, query))
    void queryClient.prefetchQuery(overviewQueries(client).coverage(env))
    void queryClient.prefetchQuery(transactionViews(client, env).list)
  },
  component: lazyRouteComponent(() => import('../routes/overview-route.tsx'), 'OverviewRoute'),
})

const notifications = createRoute({
  getParentRoute: () => environment,
  path: 'notifications',
  validateSearch: received.readLedgerAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('ledger.read')) return
    const query = received.queryOf(received.readLedgerAddress(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(notificationQueries(client).figures(env))
    void queryClient.prefetchQuery(notificationQueries(client).ledger(env, query))
  },
  component: lazyRouteComponent(() => import('../routes/notifications-route.tsx'), 'NotificationsRoute'),
})

const review = createRoute({
  getParentRoute: () => environment,
  path: 'review',
  validateSearch: queue.readReviewAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    const query = queue.queryOf(queue.readReviewAddress(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(reviewQueries(client).page(env, query))
    void queryClient.prefetchQuery(reviewViews(client, env).list)
  },
  component: lazyRouteComponent(() => import('../routes/review-route.tsx'), 'ReviewRoute'),
})

/** One item keeps the queue's filter in its address: the next one and the way back are of that filter. */
const reviewItem = createRoute({
  getParentRoute: () => environment,
  path: 'review/$transaction',
  params: { parse: ({ transaction: id }) => ({ transaction: parsed(transactionId, id) }) },
  validateSearch: queue.readReviewAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    void queryClient.prefetchQuery(reviewQueries(client).item(params))
  },
  component: lazyRouteComponent(() => import('../routes/review-item-route.tsx'), 'ReviewItemRoute'),
})

const decisions = createRoute({
  getParentRoute: () => environment,
  path: 'decisions',
  validateSearch: queue.readDecisionsAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    const address = queue.readDecisionsAddress(parseSearch(location.searchStr))
    const query = queue.decisionsQueryOf(address, session.permissions.includes('review.work'))
    void queryClient.prefetchQuery(decisionQueries(client).list(env, query))
  },
  component: lazyRouteComponent(() => import('../routes/decisions-route.tsx'), 'DecisionsRoute'),
})

const decision = createRoute({
  getParentRoute: () => environment,
  path: 'decisions/$decision',
  params: { parse: ({ decision: id }) => ({ decision: parsed(decisionId, id) }) },
  validateSearch: queue.readDecisionsAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    void queryClient.prefetchQuery(decisionQueries(client).case(params))
  },
  component: lazyRouteComponent(() => import('../routes/decision-route.tsx'), 'DecisionRoute'),
})

const reviewFigures = createRoute({
  getParentRoute: () => environment,
  path: 'review-figures',
  validateSearch: queue.readFiguresAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, location, cause }) {
    if (cause === 'preload' || !session.permissions.includes('review.read')) return
    const days = queue.daysOf(queue.readFiguresAddress(parseSearch(location.searchStr)))
    void queryClient.prefetchQuery(reviewQueries(client).figures(env, days))
  },
  component: lazyRouteComponent(() => import('../routes/review-figures-route.tsx'), 'ReviewFiguresRoute'),
})

const imports = createRoute({
  getParentRoute: () => environment,
  path: 'imports',
  validateSearch: readImportsAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('import.run')) return
    void queryClient.prefetchQuery(importQueries(client).list(env))
  },
  component: lazyRouteComponent(() => import('../routes/imports-route.tsx'), 'ImportsRoute'),
})

const unknownValues = createRoute({
  getParentRoute: () => environment,
  path: 'unknown-values',
  validateSearch: readRegisterAddress,
  staleTime,
  loader({ context: { queryClient, client, session }, params: { env }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('register.read')) return
    void queryClient.prefetchQuery(registerQueries(client).unknownValues(env))
  },
  component: lazyRouteComponent(() => import('../routes/unknown-values-route.tsx'), 'UnknownValuesRoute'),
})

/** Pages of no environment; they remember from which one the person came, for the rail around them. */
const health = createRoute({
  getParentRoute: () => inside,
  path: 'health',
  validateSearch: z.object({ from: environmentName.optional().catch(undefined) }),
  staleTime,
  loader({ context: { queryClient, client, session }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('health.read')) return
    void queryClient.prefetchQuery(healthQueries(client).view())
  },
  component: lazyRouteComponent(() => import('../routes/health-route.tsx'), 'HealthRoute'),
})

const pages = root.addChildren([
  signIn,
  signedOut,
  inside.addChildren([
    start,
    health,
    sessions,
    glass,
    environment.addChildren([
      home,
      open,
      customer,
      transaction,
      identity,
      overview,
      notifications,
      review,
      reviewItem,
      decisions,
      decision,
      handovers,
      subjects,
      reviewFigures,
      drift,
      driftSheet,
      audit,
      auditPerson,
      imports,
      unknownValues,
      sight,
      documentViewer,
      documentDownloads,
      paymentRequests,
      newPaymentRequest,
      paymentRequest,
      systems,
    ]),
  ]),
])

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree: pages,
    context,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // The home of an environment is a folder, its pages are in it.
    trailingSlash: 'preserve',
    scrollRestoration: false,
    defaultNotFoundComponent: NoSuchPage,
    defaultErrorComponent: PageFault,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page before this one of a list is the step before it in the browser's history. */
    readonly cameByNext?: boolean
    /** How a form of a payment led to the request's page: sent before, or sent without an answer. */
    readonly requestSaid?: 'before' | 'lost'
  }
  interface Register {
    router: AppRouter
  }
}
