import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import type { ApiClient } from '../api/api-client.ts'
import { describeFailure } from '../api/problem-error.ts'
import { createEventBatcher } from './event-batcher.ts'
import {
  type EventStreamEnd,
  type EventStreamHandlers,
  eventStreamSilenceTimeoutMs,
  readEventStream,
} from './event-stream.ts'
import { joinTabGroup, type LiveConnection, type TabMessage } from './tab-leader.ts'

export interface LiveUpdates {
  /** Starts listening; returns a function that stops. Meanwhile this window may become the leader. */
  start(): () => void
  connection(): LiveConnection
  subscribe(listener: () => void): () => void
}

interface LiveUpdatesOptions {
  readonly client: ApiClient
  /** Called with a batch of events, the newest of each subject. */
  readonly onChanged: (events: readonly LiveEvent[]) => void
  /** Called when some events may have been missed. */
  readonly onMissed: () => void
  /** Checks whether the session is alive; called when the server has closed the stream. */
  readonly isSessionAlive: () => Promise<boolean>
}

/** Batch window, in ms: one read serves several events. */
const batchMs = 150
const maxRetryDelayMs = 30_000

/** Waits for the delay, or less if the browser is back online or the window visible again. */
function waitBeforeRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((over) => {
    const seen = () => document.visibilityState === 'visible' && go()
    const timer = setTimeout(go, ms)
    function go() {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      document.removeEventListener('visibilitychange', seen)
      signal.removeEventListener('abort', go)
      over()
    }
    window.addEventListener('online', go)
    document.addEventListener('visibilitychange', seen)
    signal.addEventListener('abort', go)
  })
}

/** Aborts a stream that is silent or has lost its network. A window that wakes up checks at once. */
function watchSilence(outer: AbortSignal) {
  const own = new AbortController()
  let last = Date.now()
  const cut = () => own.abort()
  const look = () => Date.now() - last > eventStreamSilenceTimeoutMs && cut()
  const timer = setInterval(look, 5_000)
  window.addEventListener('offline', cut)
  document.addEventListener('visibilitychange', look)
  outer.addEventListener('abort', cut)
  return {
    signal: own.signal,
    beat() {
      last = Date.now()
    },
    end() {
      clearInterval(timer)
      window.removeEventListener('offline', cut)
      document.removeEventListener('visibilitychange', look)
      outer.removeEventListener('abort', cut)
    },
  }
}

/** Returns an exponential backoff with jitter, so that browsers do not reconnect at the same time. */
function computeRetryDelay(failures: number, retryMs: number | null): number {
  const base = Math.min(maxRetryDelayMs, 1_000 * 2 ** failures)
  return Math.max(retryMs ?? 0, base / 2 + Math.random() * (base / 2))
}

/** Creates the single stream of this browser, shared by all of its windows. */
export function createLiveUpdates({
  client,
  onChanged,
  onMissed,
  isSessionAlive,
}: LiveUpdatesOptions): LiveUpdates {
  const listeners = new Set<() => void>()
  let current: LiveConnection = { state: 'starting', since: Date.now() }
  let lastId: string | null = null
  let isLeader = false
  let tell: (message: TabMessage) => void = () => {}
  const changes = createEventBatcher(batchMs, onChanged)

  function show(next: LiveConnection): void {
    if (next.state === current.state) return
    current = next
    for (const listener of listeners) listener()
  }
  function become(state: LiveConnection['state']): void {
    show({ state, since: Date.now() })
    tell({ is: 'connection', connection: current, id: lastId })
  }
  function resync(id: string): void {
    lastId = id
    changes.discard()
    onMissed()
  }

  const handlers: EventStreamHandlers = {
    onOpen: () => become('live'),
    onEvents(events, id) {
      if (id !== '') lastId = id
      changes.add(events)
      if (events.length > 0 || id !== '') tell({ is: 'heard', events: [...events], id })
    },
    onResync(id) {
      resync(id)
      tell({ is: 'resync', id })
    },
  }

  function fromLeader(message: TabMessage): void {
    if (message.is === 'heard') {
      lastId = message.id || lastId
      changes.add(message.events)
    } else if (message.is === 'resync') resync(message.id)
    else if (message.is === 'closed') void isSessionAlive()
    else if (message.is === 'connection') {
      lastId = message.id ?? lastId
      show(message.connection)
    } else if (isLeader) tell({ is: 'connection', connection: current, id: lastId })
  }

  /** Runs one stream; null if there is no point in reconnecting. */
  async function once(signal: AbortSignal): Promise<{ failed: boolean; retryMs: number | null } | null> {
    const silence = watchSilence(signal)
    try {
      const ended: EventStreamEnd = await readEventStream(
        client,
        { after: lastId, signal: silence.signal, beat: silence.beat },
        handlers,
      )
      if (ended.reason === 'cut') return { failed: false, retryMs: ended.retryMs }
      tell({ is: 'closed' })
      return (await isSessionAlive()) ? { failed: false, retryMs: 0 } : null
    } catch (error) {
      const { status, retryAfter } = describeFailure(error)
      if (status === 401 || status === 403) return null
      return { failed: true, retryMs: retryAfter === undefined ? null : retryAfter * 1_000 }
    } finally {
      silence.end()
    }
  }

  async function lead(signal: AbortSignal): Promise<void> {
    isLeader = true
    let failures = 0
    while (!signal.aborted) {
      const ended = await once(signal)
      if (signal.aborted) break
      if (ended === null) {
        become('stopped')
        break
      }
      become(navigator.onLine ? 'reconnecting' : 'offline')
      failures = ended.failed ? failures + 1 : 0
      await waitBeforeRetry(computeRetryDelay(failures, ended.retryMs), signal)
    }
    isLeader = false
  }

  return {
    start() {
      const ending = new AbortController()
      const windows = joinTabGroup(fromLeader)
      tell = windows.broadcast
      tell({ is: 'hello' })
      // Leaving the page for good releases the lock.
      void windows.lead(() => lead(ending.signal), ending.signal)
      return () => {
        ending.abort()
        changes.discard()
        tell = () => {}
        windows.close()
      }
    },
    connection: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
