import {
  customerHandle,
  environmentName,
  identityHandle,
  reference,
  transactionId,
} from '@paydesk/shared/ids'
import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { z } from 'zod'
import type { Client } from './api/client.ts'
import { ProblemError } from './api/problem-error.ts'
import { listState } from './customers/list-state.ts'
import { customerQueries } from './customers/queries.ts'
import { healthQueries } from './health/queries.ts'
import { HomeRoute } from './home-route.tsx'
import { identityQueries } from './identities/queries.ts'
import { readImportsAddress } from './imports/address.ts'
import { importQueries } from './imports/queries.ts'
import * as received from './notifications/address.ts'
import { notificationQueries } from './notifications/queries.ts'
import { OpenRoute } from './open-route.tsx'
import * as known from './overview/address.ts'
import { overviewQueries } from './overview/queries.ts'
import { NoSuchPage, NoSuchPlace, PageFault } from './page-faults.tsx'
import { readRegisterAddress } from './register/address.ts'
import { registerQueries } from './register/queries.ts'
import { parseSearch, stringifySearch } from './search.ts'
import type { IdleClock } from './session/idle-clock.ts'
import { sessionQueries } from './session/queries.ts'
import { environmentNamed } from './session/session-context.tsx'
import { SignedOutPage } from './session/sign-in-page.tsx'
import { Shell } from './shell.tsx'
import { SignInRoute } from './sign-in-route.tsx'
import { transactionQueries } from './transactions/queries.ts'

export interface RouterContext {
  readonly queryClient: QueryClient
  readonly client: Client
  readonly clock: IdleClock
  readonly carried: string
  /** Leaves the application for an address of the server. */
  readonly leave: (to: string) => void
}

const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NoSuchPlace,
  errorComponent: PageFault,
})

const ownPath = z.string().regex(/^\/(?![/\\])[\x21-\x7e]{0,1000}$/)
const signInSearch = z.object({
  why: z.enum(['session_idle', 'session_over', 'not_signed_in']).optional().catch(undefined),
  problem: z.string().max(40).optional().catch(undefined),
  reference: reference.optional().catch(undefined),
  return: ownPath.optional().catch(undefined),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: SignInRoute,
})
const signedOut = createRoute({ getParentRoute: () => root, path: '/signed-out', component: SignedOutPage })

/** Everything below needs a session; without one the client has already led to the sign-in page. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  async beforeLoad({ context: { queryClient, client, clock }, location }) {
    const options = sessionQueries(client).whoAmI()
    const known = queryClient.getQueryData(options.queryKey)
    if (known) return { session: known }
    try {
      const session = await queryClient.fetchQuery(options)
      clock.set(session)
      return { session }
    } catch (error) {
      if (!(error instanceof ProblemError) || error.failure.status !== 401) throw error
      const { id } = error.failure
      const why = id === 'session_idle' || id === 'session_over' ? id : 'not_signed_in'
      throw redirect({ to: '/sign-in', search: { why, return: `${location.pathname}${location.searchStr}` } })
    }
  },
})

const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad({ context: { session } }) {
    const [first] = session.environments
    if (!first) throw notFound()
    throw redirect({ to: '/$env/', params: { env: first.name }, replace: true })
  },
})

const environment = createRoute({
  getParentRoute: () => inside,
  path: '$env',
  params: { parse: ({ env }) => ({ env: parsed(environmentName, env) }) },
  beforeLoad({ context: { session }, params: { env } }) {
    const here = environmentNamed(session, env)
    if (!here) throw notFound()
    return { environment: here }
  },
  notFoundComponent: NoSuchPage,
})

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
  component: lazyRouteComponent(() => import('./customer-route.tsx'), 'CustomerRoute'),
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
  component: lazyRouteComponent(() => import('./transaction-route.tsx'), 'TransactionRoute'),
})

const identity = createRoute({
  getParentRoute: () => environment,
  path: 'i/$identity',
  params: { parse: ({ identity: handle }) => ({ identity: parsed(identityHandle, handle) }) },
  staleTime,
  loader({ context: { queryClient, client, session }, params, cause }) {
    if (cause === 'preload' || !session.permissions.includes('identity.read')) return
    void queryClient.prefetchQuery(identityQueries(client).view(params))
  },
  component: lazyRouteComponent(() => import('./identity-route.tsx'), 'IdentityRoute'),
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
    void queryClient.prefetchQuery(overviewQueries(client).views(env))
  },
  component: lazyRouteComponent(() => import('./overview-route.tsx'), 'OverviewRoute'),
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
  component: lazyRouteComponent(() => import('./notifications-route.tsx'), 'NotificationsRoute'),
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
  component: lazyRouteComponent(() => import('./imports-route.tsx'), 'ImportsRoute'),
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
  component: lazyRouteComponent(() => import('./unknown-values-route.tsx'), 'UnknownValuesRoute'),
})

/** The only page of no environment; it remembers from which one the person came, for the rail around it. */
const health = createRoute({
  getParentRoute: () => inside,
  path: 'health',
  validateSearch: z.object({ from: environmentName.optional().catch(undefined) }),
  staleTime,
  loader({ context: { queryClient, client, session }, cause }) {
    if (cause === 'preload' || !session.permissions.includes('health.read')) return
    void queryClient.prefetchQuery(healthQueries(client).view())
  },
  component: lazyRouteComponent(() => import('./health-route.tsx'), 'HealthRoute'),
})

function parsed<T extends z.ZodType>(schema: T, value: string): z.output<T> {
  const result = schema.safeParse(value)
  if (!result.success) throw notFound()
  return result.data
}

const pages = root.addChildren([
  signIn,
  signedOut,
  inside.addChildren([
    start,
    health,
    environment.addChildren([
      home,
      open,
      customer,
      transaction,
      identity,
      overview,
      notifications,
      imports,
      unknownValues,
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
  }
  interface Register {
    router: AppRouter
  }
}
