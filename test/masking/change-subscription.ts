import { csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { requestWithJar } from '../support/stack/browse.ts'
import type { Visitor } from '../support/stack/start.ts'
import type { Exit } from './haystack.ts'
import { exitOf } from './walk.ts'

export interface ChangeSubscription {
  /** Returns the events received so far, sorted and without random ids. */
  changes(): readonly string[]
  /** Disconnects, and returns everything received until then. */
  end(): Promise<Exit>
}

/** Subscribes to live events, as an open page does while its user works. */
export async function subscribeToChanges(visitor: Visitor): Promise<ChangeSubscription> {
  const { method, path } = endpoints.streamLiveEvents
  const leaving = new AbortController()
  const response = await requestWithJar(visitor.jar, new URL(path, visitor.origin), {
    headers: { accept: 'text/event-stream', [csrfHeader.name]: csrfHeader.value },
    signal: leaving.signal,
  })
  const decoder = new TextDecoder()
  let text = ''
  async function readAll(): Promise<void> {
    for await (const bytes of response.body) text += decoder.decode(bytes, { stream: true })
  }
  // Ignore the error: the stream ends by our own abort.
  const ended = readAll().catch(() => undefined)
  return {
    changes: () =>
      text
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) =>
          line.replace(/\b[a-z]{1,2}_[0-9a-z]{20}\b|(?<="session".*"id":")[0-9a-f]{24}/g, '(id)'),
        )
        .sort(),
    async end() {
      leaving.abort()
      await ended
      const { status, headers } = response
      return exitOf(`${method} ${path}`, { status, headers, text, json: null })
    },
  }
}
