import '@paydesk/web/src/ui/fonts.css'
import '@paydesk/web/src/ui/tokens.css'
import '@paydesk/web/src/ui/base.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'
import { server, unexpectedUrls } from './server.ts'

beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(async () => {
  await cleanup()
  server.resetHandlers()
  expect(vi.mocked(console.error).mock.calls, 'console errors').toEqual([])
  expect(vi.mocked(console.warn).mock.calls, 'console warnings').toEqual([])
  expect(unexpectedUrls.splice(0), 'requests that nobody prepared').toEqual([])
  vi.restoreAllMocks()
})
