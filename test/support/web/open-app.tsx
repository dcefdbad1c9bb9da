import { App, createApp } from '@paydesk/web/src/app/app.tsx'
import type { HttpHandler } from 'msw'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { server } from './server.ts'

interface Opening {
  readonly carried?: string
  readonly answers?: HttpHandler[]
}

/** Renders the whole application at a URL. Only the server is replaced. */
export async function openApp(at: string, { carried = '', answers = [] }: Opening = {}) {
  server.use(...answers)
  const left: string[] = []
  const app = createApp({ at, carried, leave: (to) => left.push(to) })
  await render(<App app={app} />)
  return {
    page,
    left,
    address: () => app.router.latestLocation.href,
    path: () => app.router.latestLocation.pathname,
    goTo: (address: string) => app.router.history.push(address),
    goBack: () => app.router.history.back(),
    goForward: () => app.router.history.forward(),
    clock: app.clock,
    client: app.client,
    live: app.live,
    /** Number of requests that change something and whose answer is not handled yet. */
    countPending: () => app.queryClient.isMutating(),
  }
}
