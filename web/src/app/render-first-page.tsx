import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import type { ServerRenderedPage, ServerRenderRequest } from '@paydesk/shared/administration/sign-in'
import { getTextDirection } from '@paydesk/shared/core/formatter'
import { createMemoryHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { sessionQueries } from '../features/sign-in/queries.ts'
import type { ApiClient } from '../lib/api/api-client.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import type { LiveConnection } from '../lib/live/tab-leader.ts'
import { createMessageStore, type MessageStore } from '../lib/messages/message-store.ts'
import { loadForbiddenPage } from '../routes/lazy-page.tsx'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

/** Files of the build that a page needs beside those of the start, by its route, and by language and text section. */
interface PageFiles {
  readonly routes: Readonly<Record<string, readonly string[]>>
  readonly texts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}
declare const paydeskPageFiles: PageFiles

/** Redirects that are followed: from the start to the first environment, and to an address without wrong parts. */
const maxRedirects = 3
const maxRenders = 4

/** Never answers: the first page holds no data of a record, since reads are recorded and wait for the page itself. */
const silentClient: ApiClient = {
  call: () => new Promise(() => {}),
  stream: () => new Promise(() => {}),
  sendBeacon: () => {},
  runInBackground: (work) => work(),
  isInBackground: () => false,
}
const connection: LiveConnection = { state: 'starting', since: 0 }
const silentUpdates = { start: () => () => {}, subscribe: () => () => {}, connection: () => connection }
const silentClock = {
  setExpiry: () => {},
  recordRenewal: () => {},
  broadcastChange: () => {},
  ending: () => null,
  close: () => {},
}

/**
 * Renders the page of an address before its data: frame, navigation, heading and placeholders, by the same
 * components as in the browser. Without a session every address shows sign-in.
 */
export async function renderPageOnServer({
  address,
  session,
  branding,
  language: browserLanguage,
}: ServerRenderRequest): Promise<ServerRenderedPage> {
  const queryClient = createQueryClient()
  const messages = createMessageStore([browserLanguage])
  const settings = session?.settings ?? defaultPersonSettings
  const { theme, density } = settings
  try {
    if (session !== null) queryClient.setQueryData(sessionQueries(silentClient).whoAmI().queryKey, session)
    await Promise.all([messages.apply(settings, session?.zone ?? 'UTC'), preloadForbiddenPage()])
    const router = await loadRouter(address, (history) =>
      createAppRouter(
        {
          ...{ queryClient, messages, client: silentClient, clock: silentClock },
          ...{ branding, deepLinkText: '', leave: () => {} },
        },
        history,
      ),
    )
    const app = { router, queryClient, messages, client: silentClient, live: silentUpdates }
    const { language } = messages.read().options
    return {
      html: await renderPage(<App app={app} />, messages),
      language,
      direction: getTextDirection(language),
      looks: { ...(theme !== null && { theme }), ...(density !== null && { density }) },
      files: listPageFiles(router.state.matches.at(-1)?.fullPath ?? '', messages.listSections(), language),
    }
  } finally {
    // End the timers of the cache, which would keep every page in memory for a minute.
    queryClient.clear()
  }
}

/** Marks the code of a refused page as loaded, as React's `use` does: one that waits would be left out. */
async function preloadForbiddenPage(): Promise<void> {
  const loading = loadForbiddenPage()
  void Object.assign(loading, { status: 'fulfilled', value: await loading })
}

/**
 * Marks what needs the application: it takes no text or choice that would be lost when the application takes over, and
 * says so to assistive technology. A button that opens a menu works without scripts.
 */
function refuseEarlyInput(html: string): string {
  return html
    .replaceAll(/<input (?=[^>]*type="(?:checkbox|radio)")/g, '$&disabled ')
    .replaceAll(/<(?:input|textarea) (?!disabled)/g, '$&readonly ')
    .replaceAll(/<(?:select|button(?![^>]* popovertarget=)) /gi, '$&aria-disabled="true" ')
}

/** Renders until no part waits for its texts: a part asks for them when it is rendered. */
async function renderPage(app: ReactNode, messages: MessageStore): Promise<string> {
  for (let count = 1; ; count += 1) {
    const html = refuseEarlyInput(renderToStaticMarkup(app))
    if (html.includes('<main') || count === maxRenders) return html
    await Promise.all(messages.listSections().map((section) => messages.load(section)))
  }
}

type History = ReturnType<typeof createMemoryHistory>
type Router = ReturnType<typeof createAppRouter>

async function loadRouter(address: string, create: (history: History) => Router): Promise<Router> {
  let at = address
  for (let count = 0; count <= maxRedirects; count += 1) {
    const router = create(createMemoryHistory({ initialEntries: [at] }))
    await router.load()
    const result = router._serverResult
    if (result?.type !== 'redirect') return router
    at = result.redirect.options.href ?? '/'
  }
  throw new Error('too many redirects')
}

function listPageFiles(route: string, sections: readonly string[], language: string): string[] {
  const { routes, texts } = paydeskPageFiles
  const own = texts[language === 'de' ? 'de' : 'en'] ?? {}
  return [...new Set([...sections.flatMap((section) => own[section] ?? []), ...(routes[route] ?? [])])]
}
