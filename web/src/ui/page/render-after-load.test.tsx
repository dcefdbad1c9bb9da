import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react/pure'
import { RenderAfterLoad } from './render-after-load.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  vi.useRealTimers()
  await cleanup()
})

function Reader({ read }: { readonly read: () => Promise<string> }) {
  useQuery({ queryKey: ['data'], queryFn: read, retry: false })
  return null
}

async function renderBeside(read: () => Promise<string>) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Reader read={read} />
      <RenderAfterLoad placeholder="later">charts</RenderAfterLoad>
    </QueryClientProvider>,
  )
}

test('comes a moment after the last answer', async () => {
  const answer = Promise.withResolvers<string>()
  const screen = await renderBeside(() => answer.promise)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(screen.getByText('later')).toBeInTheDocument()
  answer.resolve('data')
  await vi.advanceTimersByTimeAsync(500)
  await expect.element(screen.getByText('charts')).toBeInTheDocument()
})

test('is held back by a request that hangs for a limited time only', async () => {
  const screen = await renderBeside(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(2_900)
  await expect.element(screen.getByText('later')).toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(screen.getByText('charts')).toBeInTheDocument()
})
