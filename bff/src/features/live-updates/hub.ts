import type { Store } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import {
  type LiveChange,
  listLiveChangesSince,
  listRecentLiveChanges,
  loadLatestLiveChangeSeq,
} from '../../records/live-changes.ts'
import { createReplayBuffer, type ReplayBuffer, replayLimits } from './replay-buffer.ts'

/**
 * Reason why a subscriber wakes: new changes, silence for a while, displaced by another stream, or shutdown.
 */
export type SubscriberWakeReason = 'more' | 'quiet' | 'displaced' | 'stopping'

/** Open stream at the hub. */
export interface Subscriber {
  /** Waits for the next reason to write; `quiet` after `ms` milliseconds. */
  wait(ms: number): Promise<SubscriberWakeReason>
  /**
   * Marks the beginning of a write to the client, up to `endWrite`: a client that takes too long is
   * disconnected.
   */
  beginWrite(): void
  endWrite(): void
  unsubscribe(): void
}

export interface LiveChangeHub {
  /**
   * Resolves once the hub knows everything that is committed now; rejects if the database does not answer.
   */
  catchUp(): Promise<ReplayBuffer<LiveChange>>
  /** Adds a stream. A session has at most three; the oldest is displaced. `cut` disconnects a slow client. */
  subscribe(session: string, cut: () => void): Subscriber
  /** Counts open streams, and those that were cut because they read too slowly. */
  countStreams(): { readonly streams: number; readonly cut: number }
  /** Ends all streams, so that their clients reconnect to an instance that stays. */
  stop(): void
}

interface ActiveSubscriber extends Subscriber {
  readonly session: string
  busySince: number | null
  missed: number
  wake(why: SubscriberWakeReason): void
  cut(): void
}

const maxStreamsPerSession = 3
/** Limits for slow clients: cut after `ms` with more than `events` changes missed, or after `maxLagMs`. */
const slowClient = { events: 256, ms: 2_000, maxLagMs: 30_000 } as const
const batchSize = 500

function createSubscriber(
  session: string,
  cut: () => void,
  leave: (subscriber: ActiveSubscriber) => void,
): ActiveSubscriber {
  let pending: SubscriberWakeReason | null = null
  let waiting: ((why: SubscriberWakeReason) => void) | null = null
  const subscriber: ActiveSubscriber = {
    session,
    busySince: null,
    missed: 0,
    cut,
    wake(why) {
      // A close reason overrides a pending `more`.
      if (pending === null || why !== 'more') pending = why
      waiting?.(pending)
    },
    wait: (ms) =>
      new Promise((go) => {
        const timer = setTimeout(() => subscriber.wake('quiet'), ms)
        waiting = (why) => {
          clearTimeout(timer)
          waiting = null
          pending = null
          go(why)
        }
        if (pending !== null) waiting(pending)
      }),
    beginWrite() {
      subscriber.busySince = performance.now()
      subscriber.missed = 0
    },
    endWrite() {
      subscriber.busySince = null
    },
    unsubscribe() {
      leave(subscriber)
      subscriber.wake('stopping')
    },
  }
  return subscriber
}

/**
 * Reads the changes of all instances in their order and wakes the streams of this instance. Reads nothing
 * before the first stream. Calls `onNewChanges` with the number of the newest change before any stream wakes,
 * so that caches are cleared before a page refreshes because of the change.
 */
export function createLiveChangeHub(
  store: Store,
  log: Logger,
  onNewChanges: (upTo: number) => void = () => undefined,
): LiveChangeHub {
  const subscribers = new Set<ActiveSubscriber>()
  let replayBuffer: Promise<ReplayBuffer<LiveChange>> | null = null
  let reading: Promise<void> | null = null
  let mustReadAgain = false
  let cuts = 0
  let stopped = false
  let unsubscribe = () => {}

  async function begin(): Promise<ReplayBuffer<LiveChange>> {
    const newest = await loadLatestLiveChangeSeq(store.db)
    const recent = await listRecentLiveChanges(
      store.db,
      Date.now() - replayLimits.ms,
      replayLimits.maxChanges,
    )
    const buffer = createReplayBuffer<LiveChange>((recent[0]?.seq ?? newest + 1) - 1)
    buffer.add(recent)
    onNewChanges(buffer.head())
    unsubscribe = store.onWake('changes', () => void catchUpOnce().catch(() => undefined))
    return buffer
  }

  function cutSlowOnes(more: number): void {
    for (const subscriber of subscribers) {
      if (subscriber.busySince === null) continue
      subscriber.missed += more
      const since = performance.now() - subscriber.busySince
      if (since < slowClient.ms || (subscriber.missed <= slowClient.events && since < slowClient.maxLagMs))
        continue
      cuts += 1
      subscribers.delete(subscriber)
      subscriber.cut()
    }
  }

  async function readNewChanges(buffer: ReplayBuffer<LiveChange>): Promise<void> {
    try {
      do {
        mustReadAgain = false
        let more = await listLiveChangesSince(store.db, buffer.head(), batchSize)
        cutSlowOnes(more.length)
        while (more.length > 0) {
          buffer.add(more)
          onNewChanges(buffer.head())
          for (const subscriber of subscribers) subscriber.wake('more')
          more = more.length < batchSize ? [] : await listLiveChangesSince(store.db, buffer.head(), batchSize)
        }
      } while (mustReadAgain)
    } finally {
      reading = null
    }
  }

  /** Resolves once everything committed at the time of the call is read. */
  async function catchUpOnce(): Promise<void> {
    if (replayBuffer === null || stopped) return
    const buffer = await replayBuffer
    if (reading !== null) {
      mustReadAgain = true
      return reading
    }
    reading = readNewChanges(buffer)
    reading.catch((error: unknown) => log.warn({ err: error }, 'changes could not be read'))
    return reading
  }

  return {
    async catchUp() {
      replayBuffer ??= begin()
      const buffer = await replayBuffer.catch((error: unknown) => {
        replayBuffer = null
        throw error
      })
      await catchUpOnce()
      return buffer
    },
    subscribe(session, cut) {
      const own = [...subscribers].filter((subscriber) => subscriber.session === session)
      const surplus = Math.max(0, own.length + 1 - maxStreamsPerSession)
      for (const oldest of own.slice(0, surplus)) oldest.wake('displaced')
      const subscriber = createSubscriber(session, cut, (one) => void subscribers.delete(one))
      subscribers.add(subscriber)
      if (stopped) subscriber.wake('stopping')
      return subscriber
    },
    countStreams: () => ({ streams: subscribers.size, cut: cuts }),
    stop() {
      stopped = true
      unsubscribe()
      for (const subscriber of subscribers) subscriber.wake('stopping')
    },
  }
}
