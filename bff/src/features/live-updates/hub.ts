import type { Store } from '../../platform/database/database.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { type Change, changesSince, newestChange, recentChanges } from '../../records/changes.ts'
import { kept, makeRing, type Ring } from './ring.ts'

/** Why a listener goes on: there is more, nothing came for a while, another stream took its place, the process ends. */
export type Woken = 'more' | 'quiet' | 'displaced' | 'stopping'

/** One open stream at the hub. */
export interface Seat {
  /** Waits for the next reason to write; `ms` until it is `quiet`. */
  wait(ms: number): Promise<Woken>
  /** Between the two the client is being written to: one that takes too long is cut. */
  writes(): void
  written(): void
  leave(): void
}

export interface Hub {
  /** Resolves once the hub knows everything that is committed now; rejects when the database does not answer. */
  upToDate(): Promise<Ring<Change>>
  /** `session`: at most three streams of one, the oldest goes. `cut` ends a stream that is too slow. */
  sit(session: string, cut: () => void): Seat
  /** Open streams, and how many were cut because they read too slowly. */
  figures(): { readonly streams: number; readonly cut: number }
  /** Lets every listener go, so that it comes back to an instance that stays. */
  stop(): void
}

interface Taken extends Seat {
  readonly session: string
  busySince: number | null
  missed: number
  wake(why: Woken): void
  cut(): void
}

const streamsOfSession = 3
/** A client that takes nothing for so long while so much was to be told is cut. */
const slow = { events: 256, ms: 2_000, longestMs: 30_000 } as const
const batch = 500

function takeSeat(session: string, cut: () => void, leave: (seat: Taken) => void): Taken {
  let pending: Woken | null = null
  let waiting: ((why: Woken) => void) | null = null
  const seat: Taken = {
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
    writes() {
      seat.busySince = performance.now()
      seat.missed = 0
    },
    written() {
      seat.busySince = null
    },
    leave() {
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
export function makeHub(store: Store, log: Log, found: (upTo: number) => void = () => undefined): Hub {
  const seats = new Set<Taken>()
  let ring: Promise<Ring<Change>> | null = null
  let reading: Promise<void> | null = null
  let again = false
  let cuts = 0
  let stopped = false
  let unhear = () => {}

  async function begin(): Promise<Ring<Change>> {
    const newest = await newestChange(store.db)
    const recent = await recentChanges(store.db, Date.now() - kept.ms, kept.most)
    const made = makeRing<Change>((recent[0]?.seq ?? newest + 1) - 1)
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
      if (since < slow.ms || (seat.missed <= slow.events && since < slow.longestMs)) continue
      cuts += 1
      seats.delete(seat)
      seat.cut()
    }
  }

  async function readAll(known: Ring<Change>): Promise<void> {
    try {
      do {
        again = false
        let more = await changesSince(store.db, known.head(), batch)
        cutSlowOnes(more.length)
        while (more.length > 0) {
          known.add(more)
          found(known.head())
          for (const seat of seats) seat.wake('more')
          more = more.length < batch ? [] : await changesSince(store.db, known.head(), batch)
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
    async upToDate() {
      ring ??= begin()
      const known = await ring.catch((error: unknown) => {
        ring = null
        throw error
      })
      await readOn()
      return known
    },
    sit(session, cut) {
      const own = [...seats].filter((seat) => seat.session === session)
      const surplus = Math.max(0, own.length + 1 - streamsOfSession)
      for (const oldest of own.slice(0, surplus)) oldest.wake('displaced')
      const seat = takeSeat(session, cut, (one) => void seats.delete(one))
      seats.add(seat)
      if (stopped) seat.wake('stopping')
      return seat
    },
    figures: () => ({ streams: seats.size, cut: cuts }),
    stop() {
      stopped = true
      unhear()
      for (const seat of seats) seat.wake('stopping')
    },
  }
}
