import type { CurrentSession, PageBranding } from '@paydesk/shared/administration/sign-in'
import { environmentNameSchema } from '@paydesk/shared/core/ids'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import type { IdleClock } from '../features/sign-in/idle-clock.ts'
import { fetchSession, sessionQueries } from '../features/sign-in/queries.ts'
import { AppShell } from '../layout/app-shell.tsx'
import type { ApiClient } from '../lib/api/api-client.ts'
import { ProblemError } from '../lib/api/problem-error.ts'
import type { MessageStore } from '../lib/messages/message-store.ts'
import { findEnvironment } from '../lib/session-context.tsx'
import { ErrorPage, NotFoundPage, StandaloneNotFoundPage } from './error-pages.tsx'

export interface RouterContext {
  readonly queryClient: QueryClient
  readonly client: ApiClient
  readonly clock: IdleClock
  readonly messages: MessageStore
  readonly deepLinkText: string
  readonly branding: PageBranding
  /** Leaves the application by a full page load of an address of the server. */
  readonly leave: (to: string) => void
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: StandaloneNotFoundPage,
  errorComponent: ErrorPage,
})

/** Parent of all pages that need a session; redirects to sign-in without one. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  component: AppShell,
  async beforeLoad({ context: { queryClient, client, clock, messages }, location }) {
    const known = queryClient.getQueryData(sessionQueries(client).whoAmI().queryKey)
    if (known) {
      await applyFirst(messages, known)
      await loadListTexts(messages, location.pathname)
      return { session: known }
    }
    try {
      const session = await fetchSession(client, queryClient)
      clock.setExpiry(session)
      await applyFirst(messages, session)
      await loadListTexts(messages, location.pathname)
      return { session }
    } catch (error) {
      if (!(error instanceof ProblemError) || error.failure.status !== 401) throw error
      const { id, ended } = error.failure
      const isKnown = id === 'session_idle' || id === 'session_over' || id === 'session_ended'
      const why = isKnown ? id : 'not_signed_in'
      throw redirect({
        to: '/sign-in',
        search: { reason: why, ...ended, return: `${location.pathname}${location.searchStr}` },
      })
    }
  },
})

/** Applies the settings of the person before the first render: no page appears in another language first. */
async function applyFirst(messages: MessageStore, { settings, zone }: CurrentSession): Promise<void> {
  if (messages.read().sections.shell === undefined) await messages.apply(settings, zone)
}

/** Loads the texts of lists and forms with the first page that may show one: home shows none. */
async function loadListTexts(messages: MessageStore, path: string): Promise<void> {
  const isHome = /^\/[^/]*\/?$/.test(path) && !['/health', '/sessions', '/break-glass'].includes(path)
  if (!isHome) await messages.load('lists')
}

/** Search of pages outside any environment. `from` names the environment the user came from, for the rail. */
export const originEnvironmentSearchSchema = z.object({
  from: environmentNameSchema.optional().catch(undefined),
})

export const environmentRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$env',
  params: { parse: ({ env }) => ({ env: parsePathParam(environmentNameSchema, env) }) },
  beforeLoad({ context: { session }, params: { env } }) {
    const here = findEnvironment(session, env)
    if (!here) throw notFound()
    return { environment: here }
  },
  notFoundComponent: NotFoundPage,
})

/** Parses a part of the address. Throws `notFound` if that part is malformed. */
export function parsePathParam<T extends z.ZodType>(schema: T, value: string): z.output<T> {
  const result = schema.safeParse(value)
  if (!result.success) throw notFound()
  return result.data
}
