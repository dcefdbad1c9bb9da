import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { stageEnvironment } from '../../../../test/support/fakes/ids.ts'
import { createQueryRefresher } from './query-refresher.ts'

const event: LiveEvent = { kind: 'payment_request', environment: stageEnvironment, id: 'pr_1', version: 2 }

/** Fakes a query on screen; a read answers with the server's value at the end of the read. */
function shown() {
  const server = { knows: 'waiting', reads: 0, answers: Promise.resolve() }
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } })
  const options = {
    queryKey: ['one'],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      server.reads += 1
      await server.answers
      signal.throwIfAborted()
      return server.knows
    },
    meta: { changedBy: () => true },
  }
  const look = () => new QueryObserver(queryClient, options).subscribe(() => {})
  const refresh = createQueryRefresher(queryClient, { runInBackground: (work) => work() })
  return { server, look, refresh, data: () => queryClient.getQueryData(['one']) }
}

test('a change right after a read, once its page is left, is read when the user comes back', async () => {
  const { server, look, refresh, data } = shown()
  const leave = look()
  await expect.poll(data).toBe('waiting')
  refresh.refreshChanged([event])
  await expect.poll(() => server.reads).toBe(2)
  leave()
  server.knows = 'proved'
  refresh.refreshChanged([event])
  look()
  await expect.poll(data).toBe('proved')
})

test('a change during a read is read when the user comes back to a page left after it', async () => {
  const { server, look, refresh, data } = shown()
  const leave = look()
  await expect.poll(data).toBe('waiting')
  refresh.refreshChanged([event])
  server.knows = 'proved'
  refresh.refreshChanged([event])
  await expect.poll(() => server.reads).toBe(2)
  leave()
  await new Promise((over) => setTimeout(over, 1_500))
  look()
  await expect.poll(() => server.reads).toBe(3)
})

test('a read that is cancelled with its page is repeated when the user comes back', async () => {
  const { server, look, refresh, data } = shown()
  const leave = look()
  await expect.poll(data).toBe('waiting')
  server.answers = new Promise(() => {})
  refresh.refreshChanged([event])
  await expect.poll(() => server.reads).toBe(2)
  leave()
  server.answers = Promise.resolve()
  server.knows = 'proved'
  look()
  await expect.poll(data).toBe('proved')
})
