import type { Store } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import {
  type ChangeEvent,
  listChangesSince,
  listRecentChanges,
  loadLatestChangeSeq,
} from '../../records/changes.ts'
import { createReplayBuffer, type ReplayBuffer, replayLimits } from './replay-buffer.ts'

/**
 * Reason why a subscriber wakes: new changes, silence for a while, displaced by another stream, or shutdown.
 */
export type WakeReason = 'more' | 'quiet' | 'displaced' | 'stopping'

/** Open stream at the hub. */
export interface Subscriber {
  /** Waits for the next reason to write; `quiet` after `ms` milliseconds. */
  wait(ms: number): Promise<WakeReason>
  /**
   * Marks the beginning of a write to the client, up to `endWrite`: a client that takes too long is
   * disconnected.
   */
  beginWrite(): void
  endWrite(): void
  unsubscribe(): void
}

export interface ChangeHub {
  /**
   * Resolves once the hub knows everything that is committed now; rejects if the database does not answer.
   */
  catchUp(): Promise<ReplayBuffer<ChangeEvent>>
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
  wake(why: WakeReason): void
  cut(): void
}

const maxStreamsPerSession = 3
/** Limits for slow clients: cut after `ms` with more than `events` changes missed, or after `longestMs`. */
const slowClient = { events: 256, ms: 2_000, longestMs: 30_000 } as const
const batchSize = 500

function createSubscriber(
  session: string,
  cut: () => void,
  leave: (seat: ActiveSubscriber) => void,
): ActiveSubscriber {
  let pending: WakeReason | null = null
  let waiting: ((why: WakeReason) => void) | null = null
  const seat: ActiveSubscriber = {
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
        const timer = setTimeout(() => seat.wake('quiet'), ms)
        waiting = (why) => {
          clearTimeout(timer)
          waiting = null
          pending = null
          go(why)
        }
        if (pending !== null) waiting(pending)
      }),
    beginWrite() {
      seat.busySince = performance.now()
      seat.missed = 0
    },
    endWrite() {
      seat.busySince = null
    },
    unsubscribe() {
      leave(seat)
      seat.wake('stopping')
    },
  }
  return seat
}

/**
 * Reads the changes of all instances in order and wakes the streams of this instance. Begins with the first
 * stream. Calls `found` with the number of the newest change before any stream wakes, because data that a
 * page then reads again must not be older.
 */
export function createChangeHub(
  store: Store,
  log: Logger,
  found: (upTo: number) => void = () => undefined,
): ChangeHub {
  const seats = new Set<ActiveSubscriber>()
  let ring: Promise<ReplayBuffer<ChangeEvent>> | null = null
  let reading: Promise<void> | null = null
  let again = false
  let cuts = 0
  let stopped = false
  let unhear = () => {}

  async function begin(): Promise<ReplayBuffer<ChangeEvent>> {
    const newest = await loadLatestChangeSeq(store.db)
    const recent = await listRecentChanges(store.db, Date.now() - replayLimits.ms, replayLimits.most)
    const made = createReplayBuffer<ChangeEvent>((recent[0]?.seq ?? newest + 1) - 1)
    made.add(recent)
    found(made.head())
    unhear = store.onWake('changes', () => void readOn().catch(() => undefined))
    return made
  }

  function cutSlowOnes(more: number): void {
    for (const seat of seats) {
      if (seat.busySince === null) continue
      seat.missed += more
      const since = performance.now() - seat.busySince
      if (since < slowClient.ms || (seat.missed <= slowClient.events && since < slowClient.longestMs))
        continue
      cuts += 1
      seats.delete(seat)
      seat.cut()
    }
  }

  async function readAll(known: ReplayBuffer<ChangeEvent>): Promise<void> {
    try {
      do {
        again = false
        let more = await listChangesSince(store.db, known.head(), batchSize)
        cutSlowOnes(more.length)
        while (more.length > 0) {
          known.add(more)
          found(known.head())
          for (const seat of seats) seat.wake('more')
          more = more.length < batchSize ? [] : await listChangesSince(store.db, known.head(), batchSize)
        }
      } while (again)
    } finally {
      reading = null
    }
  }

  /** Resolves once everything committed at the time of the call is read. */
  async function readOn(): Promise<void> {
    if (ring === null || stopped) return
    const known = await ring
    if (reading !== null) {
      again = true
      return reading
    }
    reading = readAll(known)
    reading.catch((error: unknown) => log.warn({ err: error }, 'changes could not be read'))
    return reading
  }

  return {
    async catchUp() {
      ring ??= begin()
      const known = await ring.catch((error: unknown) => {
        ring = null
        throw error
      })
      await readOn()
      return known
    },
    subscribe(session, cut) {
      const own = [...seats].filter((seat) => seat.session === session)
      const surplus = Math.max(0, own.length + 1 - maxStreamsPerSession)
      for (const oldest of own.slice(0, surplus)) oldest.wake('displaced')
      const seat = createSubscriber(session, cut, (one) => void seats.delete(one))
      seats.add(seat)
      if (stopped) seat.wake('stopping')
      return seat
    },
    countStreams: () => ({ streams: seats.size, cut: cuts }),
    stop() {
      stopped = true
      unhear()
      for (const seat of seats) seat.wake('stopping')
    },
  }
}
