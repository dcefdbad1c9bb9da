import type { LiveEvent } from '@paydesk/shared/core/live'
import type { Client } from '../api/client.ts'
import { asFailure } from '../api/problem-error.ts'
import { gather } from './batch.ts'
import { type Ended, hear, silentMs } from './event-stream.ts'
import { type Connection, joinWindows, type Told } from './tab-leader.ts'

export interface Live {
  /** Begins to hear; gives what ends it. Between the two this window may lead. */
  start(): () => void
  connection(): Connection
  subscribe(listener: () => void): () => void
}

interface Parts {
  readonly client: Client
  /** Changes, gathered over a moment, each subject once. */
  readonly changed: (events: readonly LiveEvent[]) => void
  /** Some changes may have been missed. */
  readonly missed: () => void
  /** Whether somebody is still signed in; asked where the server closed the stream. */
  readonly standing: () => Promise<boolean>
}

/** A moment in which changes are gathered: one read for several of them. */
const gatherMs = 150
const longestWaitMs = 30_000

/** Waits, or less where the browser says that it is worth trying now. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
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

/** Aborts a stream that is silent or whose network is gone; a window that wakes up does not wait for the timer. */
function watchSilence(outer: AbortSignal) {
  const own = new AbortController()
  let last = Date.now()
  const cut = () => own.abort()
  const look = () => Date.now() - last > silentMs && cut()
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

/** Each further attempt waits longer, and none at the same time as another browser's. */
function waitAfter(failures: number, retryMs: number | null): number {
  const base = Math.min(longestWaitMs, 1_000 * 2 ** failures)
  return Math.max(retryMs ?? 0, base / 2 + Math.random() * (base / 2))
}

/** The one stream of this browser, heard by every window of it. */
export function createLive({ client, changed, missed, standing }: Parts): Live {
  const listeners = new Set<() => void>()
  let current: Connection = { state: 'starting', since: Date.now() }
  let lastId: string | null = null
  let isLeader = false
  let tell: (message: Told) => void = () => {}
  const changes = gather(gatherMs, changed)

  function show(next: Connection): void {
    if (next.state === current.state) return
    current = next
    for (const listener of listeners) listener()
  }
  function become(state: Connection['state']): void {
    show({ state, since: Date.now() })
    tell({ is: 'connection', connection: current, id: lastId })
  }
  function resync(id: string): void {
    lastId = id
    changes.drop()
    missed()
  }

  const ears = {
    open: () => become('live'),
    heard(events: readonly LiveEvent[], id: string) {
      if (id !== '') lastId = id
      changes.add(events)
      if (events.length > 0 || id !== '') tell({ is: 'heard', events: [...events], id })
    },
    resync(id: string) {
      resync(id)
      tell({ is: 'resync', id })
    },
  }

  function fromLeader(message: Told): void {
    if (message.is === 'heard') {
      lastId = message.id || lastId
      changes.add(message.events)
    } else if (message.is === 'resync') resync(message.id)
    else if (message.is === 'closed') void standing()
    else if (message.is === 'connection') {
      lastId = message.id ?? lastId
      show(message.connection)
    } else if (isLeader) tell({ is: 'connection', connection: current, id: lastId })
  }

  /** One stream; null where there is nothing to come back for. */
  async function once(signal: AbortSignal): Promise<{ failed: boolean; retryMs: number | null } | null> {
    const silence = watchSilence(signal)
    try {
      const ended: Ended = await hear(
        client,
        { after: lastId, signal: silence.signal, beat: silence.beat },
        ears,
      )
      if (ended.how === 'cut') return { failed: false, retryMs: ended.retryMs }
      tell({ is: 'closed' })
      return (await standing()) ? { failed: false, retryMs: 0 } : null
    } catch (error) {
      const { status, retryAfter } = asFailure(error)
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
      await pause(waitAfter(failures, ended.retryMs), signal)
    }
    isLeader = false
  }

  return {
    start() {
      const ending = new AbortController()
      const windows = joinWindows(fromLeader)
      tell = windows.tell
      tell({ is: 'hello' })
      // Whoever leaves the page for good lets go of the lock by leaving.
      void windows.lead(() => lead(ending.signal), ending.signal)
      return () => {
        ending.abort()
        changes.drop()
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
