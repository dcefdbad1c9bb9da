import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { sql } from 'kysely'
import { databaseClock } from '../../platform/database/clock.ts'
import type { Lease } from '../../platform/database/leases.ts'
import { LeaseLost } from '../../records/confirmation/apply-confirmed-read.ts'
import type { RequestRow } from '../../records/payment-requests.ts'
import { sleep } from '../../sync/count-waiting-reads.ts'
import type { Beside } from '../../sync/workers.ts'
import {
  clearOld,
  entered,
  type FoundOutNeeds,
  lookLater,
  recordAbsent,
  recordFound,
} from './apply-resolution.ts'
import {
  type Found,
  inIndex,
  type Looking,
  lateOne,
  listedFor,
  readFor,
  type SearchNeeds,
} from './find-at-service.ts'
import { recordMade } from './record.ts'

export interface ResolveNeeds extends FoundOutNeeds, Omit<SearchNeeds, 'store'> {
  readonly environments: readonly Looking['environment'][]
  /** How long one request may take (ms). */
  readonly longestMs: number
  /** So long (ms) after it was sent a request that is not found counts as not created. */
  readonly absentMs: number
}

const pollMs = 500
/** On top of a request's own time, until it counts as left behind by an instance that ended. */
const spareMs = 2_000
/** After a mistake of ours, so that it holds up nobody else's. */
const pauseMs = 30_000
/** Transactions of one customer that are read at one look. */
const mostReads = 100
/** Lists without it, each read in full once it could be absent. */
const listsNeeded = 2
const clearEveryMs = 600_000
const lateEveryMs = 5_000

/** Waits until the next look by the time since it was sent (ms): most are found at once. */
const backoff = [
  [3_000, 1_000],
  [10_000, 2_000],
  [30_000, 5_000],
  [120_000, 10_000],
] as const
const waitAfter = (age: number) => backoff.find(([until]) => age < until)?.[1] ?? 30_000

type Waiting = RequestRow & { readonly clock: number }

/** Finds out what became of requests whose answer was lost, in one environment. Nothing is ever sent again. */
export class Resolving {
  readonly #needs: ResolveNeeds
  readonly #environment: Looking['environment']
  readonly #way: Beside
  readonly #looking: Looking
  /** Transactions that were read and are others', by request: they are not read again. */
  readonly #others = new Map<string, Set<string>>()

  constructor(needs: ResolveNeeds, environment: Looking['environment'], way: Beside) {
    this.#needs = needs
    this.#environment = environment
    this.#way = way
    this.#looking = { needs, environment, way }
  }

  /** Requests that were on their way when an instance ended: they may have left. */
  async giveUpLost(): Promise<void> {
    const { store, longestMs } = this.#needs
    const rows = await store.db
      .selectFrom('payment_requests')
      .selectAll()
      .where('environment', '=', this.#environment.name)
      .where('status', '=', sql.lit('sending'))
      .where((eb) => eb(eb.ref('sent_at'), '<', eb(databaseClock(store.dialect), '-', longestMs + spareMs)))
      .execute()
    for (const row of rows) {
      const lost = { outcome: 'unknown', status: null, cause: 'left_behind' } as const
      const { status } = await recordMade(row, lost, this.#needs)
      if (status === 'unknown') await entered(row, 'unknown', this.#needs)
    }
  }

  #next(): Promise<Waiting | undefined> {
    const { store } = this.#needs
    const clock = databaseClock(store.dialect)
    return store.db
      .selectFrom('payment_requests')
      .selectAll()
      .select(clock.as('clock'))
      .where('environment', '=', this.#environment.name)
      .where('status', '=', sql.lit('unknown'))
      .where('due_at', '<=', clock)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
  }

  /** One look for work; false where there was none. */
  async turn(lease: Lease): Promise<boolean> {
    await this.giveUpLost()
    if (this.#way.condition.isDown()) return false
    const row = await this.#next()
    if (row === undefined) return false
    try {
      await this.#look(row, lease)
    } catch (thrown) {
      if (!(thrown instanceof LeaseLost))
        await lookLater(row, { ms: pauseMs, counts: false }, this.#needs).catch(() => undefined)
      throw thrown
    }
    return true
  }

  async #look(row: Waiting, lease: Lease): Promise<void> {
    const needs = this.#needs
    const age = row.clock - (row.sent_at ?? row.clock)
    const { found, isFull } = await this.#search(row)
    if (found !== null && (await recordFound(row, found, lease, needs))) {
      this.#others.delete(row.id)
      return
    }
    // The service may work on a request long after nobody waits for its answer any more.
    const counts = found === null && isFull && age >= needs.absentMs
    if (counts && row.looked + 1 >= listsNeeded) {
      this.#others.delete(row.id)
      return recordAbsent(row, lease, needs)
    }
    await lookLater(row, { ms: waitAfter(age), counts }, needs)
  }

  /** The transaction of a request; `isFull` where everything that the customer has was looked at. */
  async #search(row: Waiting): Promise<{ readonly found: Found | null; readonly isFull: boolean }> {
    const named = await inIndex(row, this.#looking)
    const listed = await listedFor(row, this.#looking)
    if (named === null && listed === null) return { found: null, isFull: false }
    const others = this.#others.get(row.id) ?? new Set()
    this.#others.set(row.id, others)
    const all = [...new Set([...(named === null ? [] : [named]), ...(listed?.ids ?? [])])]
    const unread = all.filter((id) => !others.has(id))
    let isFull = listed?.isWhole === true && unread.length <= mostReads
    for (const id of unread.slice(0, mostReads)) {
      const read = await readFor(row, id, this.#looking)
      if (read === 'other') others.add(id)
      else if (read === null) isFull = false
      else return { found: read, isFull }
    }
    return { found: null, isFull }
  }

  /** A request that counted as absent, whose transaction became known after all. */
  async lateOnes(lease: Lease): Promise<void> {
    const late = await lateOne(this.#looking)
    if (late === undefined) return
    const { request, transaction } = late
    const read = await readFor(request, transaction, this.#looking)
    if (read === null || read === 'other') return
    if (!(await recordFound(request, read, lease, this.#needs)))
      this.#needs.log.error(
        { request: request.id },
        'what counted as absent exists, and its reference is used',
      )
  }
}

/**
 * Finds out what became of payment requests of an environment, beside its reader, until `signal`: by the index,
 * to which notifications lead, and by the service's list of the customer (interface, endpoint 3).
 */
export function findOut(needs: ResolveNeeds, name: EnvironmentName, way: Beside) {
  return async (lease: Lease, signal: AbortSignal): Promise<void> => {
    const environment = needs.environments.find((one) => one.name === name)
    if (environment === undefined) return
    const resolving = new Resolving(needs, environment, way)
    let [clearAt, lateAt] = [0, 0]
    while (!signal.aborted)
      try {
        if (performance.now() >= clearAt) {
          await clearOld(name, needs)
          clearAt = performance.now() + clearEveryMs
        }
        if (performance.now() >= lateAt) {
          lateAt = performance.now() + lateEveryMs
          await resolving.lateOnes(lease)
        }
        if (!(await resolving.turn(lease))) await sleep(pollMs, signal)
      } catch (thrown) {
        // Without the lease the signal ends it in a moment.
        if (!(thrown instanceof LeaseLost))
          needs.log.error({ err: thrown, environment: name }, 'a payment request could not be found out')
        await sleep(pollMs, signal)
      }
  }
}
