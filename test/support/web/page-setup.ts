import '@paydesk/web/src/ui/fonts.css'
import '@paydesk/web/src/ui/tokens.css'
import '@paydesk/web/src/ui/base.css'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'
import { allHeard, server, unexpectedUrls } from './server.ts'

beforeAll(() =>
  server.start({
    quiet: true,
    onUnhandledFrame({ frame }) {
      const { data } = frame
      const request = typeof data === 'object' && data !== null && 'request' in data ? data.request : null
      const url = request instanceof Request ? request.url : ''
      if (new URL(url, window.location.href).pathname.startsWith('/api/')) unexpectedUrls.push(url)
    },
  }),
)
// Do not await: the next file takes over the same service worker, and stopping would wait for that file.
afterAll(() => void server.stop())

beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(async () => {
  await cleanup()
  // Drain the requests sent just before the page was removed: the handlers of this test must answer them.
  await allHeard()
  server.resetHandlers()
  expect(vi.mocked(console.error).mock.calls, 'console errors').toEqual([])
  expect(vi.mocked(console.warn).mock.calls, 'console warnings').toEqual([])
  expect(unexpectedUrls.splice(0), 'requests that nobody prepared').toEqual([])
  vi.restoreAllMocks()
})
