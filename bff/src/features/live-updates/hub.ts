import type { Store } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import {
  type ChangeEvent,
  listChangesSince,
  listRecentChanges,
  loadLatestChangeSeq,
} from '../../records/changes.ts'
import { createReplayBuffer, type ReplayBuffer, replayLimits } from './replay-buffer.ts'

/** Why a listener goes on: there is more, nothing came for a while, another stream took its place, the process ends. */
export type WakeReason = 'more' | 'quiet' | 'displaced' | 'stopping'

/** One open stream at the hub. */
export interface Subscriber {
  /** Waits for the next reason to write; `ms` until it is `quiet`. */
  wait(ms: number): Promise<WakeReason>
  /** Between the two the client is being written to: one that takes too long is cut. */
  beginWrite(): void
  endWrite(): void
  unsubscribe(): void
}

export interface ChangeHub {
  /** Resolves once the hub knows everything that is committed now; rejects when the database does not answer. */
  catchUp(): Promise<ReplayBuffer<ChangeEvent>>
  /** `session`: at most three streams of one, the oldest goes. `cut` ends a stream that is too slow. */
  subscribe(session: string, cut: () => void): Subscriber
  /** Open streams, and how many were cut because they read too slowly. */
  countStreams(): { readonly streams: number; readonly cut: number }
  /** Lets every listener go, so that it comes back to an instance that stays. */
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
/** A client that takes nothing for so long while so much was to be told is cut. */
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
      // Whoever has to go is not held up by news.
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
 * Reads the changes of all instances in order and wakes the streams of this one. Begins with the first stream.
 * `found` hears up to which number there are changes before any stream does: what a page then reads again must
 * not be older.
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

  /** Everything that is committed when it is called is read when it resolves. */
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
