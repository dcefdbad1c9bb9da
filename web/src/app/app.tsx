import {
  isReauthenticationProblem,
  type PageBranding,
  type PageSession,
} from '@paydesk/shared/administration/sign-in'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createIdleClock } from '../features/sign-in/idle-clock.ts'
import { fetchSession, sessionQueries } from '../features/sign-in/queries.ts'
import { createApiClient } from '../lib/api/api-client.ts'
import { ApiClientProvider } from '../lib/api/api-client-context.tsx'
import { ProblemError } from '../lib/api/problem-error.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import { createLiveUpdates } from '../lib/live/live-updates.ts'
import { LiveUpdatesProvider } from '../lib/live/live-updates-context.tsx'
import { createQueryRefresher } from '../lib/live/query-refresher.ts'
import { createMessageStore } from '../lib/messages/message-store.ts'
import { MessagesProvider } from '../lib/messages/messages-context.tsx'
import type { SignInSearchParams } from '../routes/sign-in.tsx'
import { ShortcutsProvider } from '../ui/state/shortcuts.tsx'
import { AnnounceProvider } from '../ui/text/announce.tsx'
import { ToastProvider } from '../ui/text/toasts.tsx'
import type { AppRouter } from './router.tsx'
import { createAppRouter } from './router.tsx'

interface AppOptions {
  /** Session that the server wrote into the page, with its fingerprint: saves the request for it. */
  readonly first?: PageSession | null
  readonly branding?: PageBranding
  /** Text of a deep link after `#`. */
  readonly carried?: string
  /** Start address. Uses in-memory history, so the window keeps its own address. */
  readonly at?: string
  /** Leaves the application by a full page load of an address of the server. */
  readonly leave?: (to: string) => void
}

/** Creates every long-lived object of the application; no module below reads a global. */
export function createApp({
  first = null,
  branding = { organisation: null, logo: null },
  carried = '',
  at,
  leave = (to) => window.location.assign(to),
}: AppOptions = {}) {
  const queryClient = createQueryClient()
  const messages = createMessageStore(navigator.languages, first?.session)
  let router: AppRouter | undefined
  let gone: Pick<SignInSearchParams, 'reason' | 'by' | 'at' | 'zone'> = { reason: 'not_signed_in' }
  /** Clears all data of the former session or role and reloads the page, or sign-in if the session ended. */
  function restartPage(ended = false) {
    queryClient.clear()
    if (ended && router !== undefined && isOutsideSession(router)) return
    const place = router === undefined ? '/' : getReturnPath(router)
    leave(ended ? `/sign-in?reason=signed_out&return=${encodeURIComponent(place)}` : place)
  }
  const clock = createIdleClock(restartPage)
  const client = createApiClient({
    fingerprint: first?.fingerprint ?? null,
    answered: clock.recordRenewal,
    changedElsewhere: () => restartPage(),
    changedHere: clock.broadcastChange,
    signedOut(why, ended) {
      const wasIn = queryClient.getQueryData(sessionQueries(client).whoAmI().queryKey) !== undefined
      queryClient.clear()
      // Keep the first reason: of several concurrent refusals the later ones only say `not_signed_in`.
      if (why !== 'not_signed_in') gone = { reason: why, ...ended }
      else if (wasIn) gone = { reason: 'signed_out' }
      const search = { ...gone, return: router && getReturnPath(router) }
      void router?.navigate({ to: '/sign-in', search, replace: true })
    },
  })
  /** Checks with the server that the session is alive. False only after a 401, which `signedOut` explains. */
  function isSessionAlive(): Promise<boolean> {
    return client
      .runInBackground(() => fetchSession(client, queryClient))
      .then(
        () => true,
        (error: unknown) => !(error instanceof ProblemError && error.failure.status === 401),
      )
  }
  if (first !== null) queryClient.setQueryData(sessionQueries(client).whoAmI().queryKey, first.session)
  router = createAppRouter(
    { queryClient, client, clock, messages, deepLinkText: carried, branding, leave },
    at === undefined ? undefined : createMemoryHistory({ initialEntries: [at] }),
  )
  const { refreshChanged, refreshAll } = createQueryRefresher(queryClient, client)
  const live = createLiveUpdates({ client, onChanged: refreshChanged, onMissed: refreshAll, isSessionAlive })
  return { router, queryClient, client, clock, live, messages }
}

/**
 * Returns true on pages that lose nothing when the session ends. A sign-in page that reports a failed
 * re-authentication belongs to a session that goes on, so that page does not count.
 */
function isOutsideSession({ latestLocation: { pathname, search } }: AppRouter): boolean {
  return pathname === '/signed-out' || (pathname === '/sign-in' && !isReauthenticationProblem(search.problem))
}

/** Returns the path to open after sign-in. Never contains the text after `#`. */
function getReturnPath(router: AppRouter): string {
  const { pathname, searchStr, search } = router.latestLocation
  return pathname === '/sign-in' ? (search.return ?? '/') : `${pathname}${searchStr}`
}

interface AppProps {
  readonly app: Pick<ReturnType<typeof createApp>, 'router' | 'queryClient' | 'client' | 'live' | 'messages'>
}

export function App({ app }: AppProps): ReactNode {
  return (
    <QueryClientProvider client={app.queryClient}>
      <ApiClientProvider value={app.client}>
        <MessagesProvider store={app.messages}>
          <ShortcutsProvider>
            <AnnounceProvider>
              <ToastProvider>
                <LiveUpdatesProvider value={app.live}>
                  <RouterProvider router={app.router} />
                </LiveUpdatesProvider>
              </ToastProvider>
            </AnnounceProvider>
          </ShortcutsProvider>
        </MessagesProvider>
      </ApiClientProvider>
    </QueryClientProvider>
  )
}
