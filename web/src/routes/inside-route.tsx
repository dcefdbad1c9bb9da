import { environmentName, reference } from '@paydesk/shared/core/ids'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import type { IdleClock } from '../features/sign-in/idle-clock.ts'
import { sessionQueries } from '../features/sign-in/queries.ts'
import { environmentNamed } from '../features/sign-in/session-context.tsx'
import { SignedOutPage } from '../features/sign-in/sign-in-page.tsx'
import { Shell } from '../layout/shell.tsx'
import type { Client } from '../lib/api/client.ts'
import { ProblemError } from '../lib/api/problem-error.ts'
import { NoSuchPage, NoSuchPlace, PageFault } from './page-faults.tsx'
import { SignInRoute } from './sign-in-route.tsx'

export interface RouterContext {
  readonly queryClient: QueryClient
  readonly client: Client
  readonly clock: IdleClock
  readonly carried: string
  /** Leaves the application for an address of the server. */
  readonly leave: (to: string) => void
}

export const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NoSuchPlace,
  errorComponent: PageFault,
})

const ownPath = z.string().regex(/^\/(?![/\\])[\x21-\x7e]{0,1000}$/)
const signInSearch = z.object({
  why: z
    .enum(['session_idle', 'session_over', 'session_ended', 'signed_out', 'not_signed_in'])
    .optional()
    .catch(undefined),
  /** By whom the session was ended, when, and the zone in which that is told. */
  by: z.enum(['administrator', 'self']).optional().catch(undefined),
  at: z.iso.datetime().optional().catch(undefined),
  zone: z.string().max(60).optional().catch(undefined),
  problem: z.string().max(40).optional().catch(undefined),
  reference: reference.optional().catch(undefined),
  return: ownPath.optional().catch(undefined),
})

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: SignInRoute,
})
export const signedOut = createRoute({
  getParentRoute: () => root,
  path: '/signed-out',
  component: SignedOutPage,
})

/** Everything below needs a session; without one the client has already led to the sign-in page. */
export const inside = createRoute({
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
      const { id, ended } = error.failure
      const isKnown = id === 'session_idle' || id === 'session_over' || id === 'session_ended'
      const why = isKnown ? id : 'not_signed_in'
      throw redirect({
        to: '/sign-in',
        search: { why, ...ended, return: `${location.pathname}${location.searchStr}` },
      })
    }
  },
})

export const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad({ context: { session } }) {
    const [first] = session.environments
    if (!first) throw notFound()
    throw redirect({ to: '/$env/', params: { env: first.name }, replace: true })
  },
})

export const environment = createRoute({
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

/** A part of an address that is not of its form is no address. */
export function parsed<T extends z.ZodType>(schema: T, value: string): z.output<T> {
  const result = schema.safeParse(value)
  if (!result.success) throw notFound()
  return result.data
}
