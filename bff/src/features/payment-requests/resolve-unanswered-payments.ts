import { sql } from 'kysely'
import { getDatabaseClock } from '../../platform/database/clock.ts'
import { type Lease, LeaseLostError } from '../../platform/database/leases.ts'
import { runJobLoop } from '../../platform/jobs/job-loop.ts'
import type { PaymentRequestRow } from '../../records/payment-requests.ts'
import type { EnvironmentJob, PacedServiceAccess } from '../../sync/workers.ts'
import {
  type FoundPayment,
  findAbsentPaymentFoundLater,
  findPaymentInRecords,
  listCandidateTransactions,
  readCandidateTransaction,
  type UnansweredPaymentSearchContext,
  type UnansweredPaymentSearchDeps,
} from './find-at-service.ts'
import { recordPaymentRequestOutcome } from './record.ts'
import {
  postponePaymentSearch,
  purgeExpiredPaymentRequestData,
  type RecordUnansweredOutcomeDeps,
  recordAbsentPayment,
  recordFoundPayment,
  writeUnansweredPaymentAudit,
} from './record-unanswered-outcome.ts'

export interface ResolveUnansweredPaymentDeps
  extends RecordUnansweredOutcomeDeps,
    Omit<UnansweredPaymentSearchDeps, 'store'> {
  readonly environments: readonly UnansweredPaymentSearchContext['environment'][]
  /** Time limit (ms) of one create call. */
  readonly upstreamDeadlineMs: number
  /** Age (ms) after which a request that is not found counts as not created. */
  readonly absentMs: number
}

const pollMs = 500
/** Grace period (ms) on top of the time limit, until a request counts as lost by an instance that ended. */
const graceMs = 2_000
/** Pause (ms) after an internal error, so that one request does not hold up the others. */
const errorPauseMs = 30_000
/** Limit of a customer's transactions that are read in one search. */
const maxReadsPerSearch = 100
/** Number of complete lists without the payment, each read once the request could be absent. */
const requiredEmptyLists = 2
const clearEveryMs = 600_000
const lateSearchEveryMs = 5_000

/**
 * Backoff by age of the request (ms): age limit and delay of the next
 * search. Most payments are found at once.
 */
const searchBackoff = [
  [3_000, 1_000],
  [10_000, 2_000],
  [30_000, 5_000],
  [120_000, 10_000],
] as const
const getSearchDelay = (age: number) => searchBackoff.find(([until]) => age < until)?.[1] ?? 30_000

type UnansweredRequest = PaymentRequestRow & { readonly clock: number }

/** Resolves requests whose answer was lost, in one environment. Never sends anything again. */
export class UnansweredPaymentResolver {
  readonly #deps: ResolveUnansweredPaymentDeps
  readonly #environment: UnansweredPaymentSearchContext['environment']
  readonly #serviceAccess: PacedServiceAccess
  readonly #searchContext: UnansweredPaymentSearchContext
  /** Transactions that belong to other payments, by request; they are not read again. */
  readonly #others = new Map<string, Set<string>>()

  constructor(
    deps: ResolveUnansweredPaymentDeps,
    environment: UnansweredPaymentSearchContext['environment'],
    pacedServiceAccess: PacedServiceAccess,
  ) {
    this.#deps = deps
    this.#environment = environment
    this.#serviceAccess = pacedServiceAccess
    this.#searchContext = { deps, environment, pacedServiceAccess }
  }

  /** Marks requests as unknown that were being sent when an instance ended: they may have left. */
  async markLostUnknown(): Promise<void> {
    const { store, upstreamDeadlineMs } = this.#deps
    const rows = await store.db
      .selectFrom('payment_requests')
      .selectAll()
      .where('environment', '=', this.#environment.name)
      .where('status', '=', sql.lit('sending'))
      .where((eb) =>
        eb(eb.ref('sent_at'), '<', eb(getDatabaseClock(store.dialect), '-', upstreamDeadlineMs + graceMs)),
      )
      .execute()
    for (const row of rows) {
      const lost = { outcome: 'unknown', status: null, cause: 'left_behind' } as const
      const { status } = await recordPaymentRequestOutcome(row, lost, this.#deps)
      if (status === 'unknown') await writeUnansweredPaymentAudit(row, 'unknown', this.#deps)
    }
  }

  #next(): Promise<UnansweredRequest | undefined> {
    const { store } = this.#deps
    const clock = getDatabaseClock(store.dialect)
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

  /** Resolves the next due request; returns false if there was none. */
  async resolveNext(lease: Lease): Promise<boolean> {
    await this.markLostUnknown()
    if (this.#serviceAccess.serviceHealth.isDown()) return false
    const row = await this.#next()
    if (row === undefined) return false
    try {
      await this.#look(row, lease)
    } catch (thrown) {
      if (!(thrown instanceof LeaseLostError))
        await postponePaymentSearch(row, { ms: errorPauseMs, counts: false }, this.#deps).catch(
          () => undefined,
        )
      throw thrown
    }
    return true
  }

  async #look(row: UnansweredRequest, lease: Lease): Promise<void> {
    const deps = this.#deps
    const age = row.clock - (row.sent_at ?? row.clock)
    const { found, isFull } = await this.#search(row)
    if (found !== null && (await recordFoundPayment(row, found, lease, deps))) {
      this.#others.delete(row.id)
      return
    }
    // Wait for `absentMs`: the payment service may work on a request long after its caller stopped waiting.
    const counts = found === null && isFull && age >= deps.absentMs
    if (counts && row.looked + 1 >= requiredEmptyLists) {
      this.#others.delete(row.id)
      return recordAbsentPayment(row, lease, deps)
    }
    await postponePaymentSearch(row, { ms: getSearchDelay(age), counts }, deps)
  }

  /** Searches for the transaction of a request. `isFull`: everything that the customer has was checked. */
  async #search(
    row: UnansweredRequest,
  ): Promise<{ readonly found: FoundPayment | null; readonly isFull: boolean }> {
    const named = await findPaymentInRecords(row, this.#searchContext)
    const listed = await listCandidateTransactions(row, this.#searchContext)
    if (named === null && listed === null) return { found: null, isFull: false }
    const others = this.#others.get(row.id) ?? new Set()
    this.#others.set(row.id, others)
    const all = [...new Set([...(named === null ? [] : [named]), ...(listed?.ids ?? [])])]
    const unread = all.filter((id) => !others.has(id))
    let isFull = listed?.isWhole === true && unread.length <= maxReadsPerSearch
    for (const id of unread.slice(0, maxReadsPerSearch)) {
      const read = await readCandidateTransaction(row, id, this.#searchContext)
      if (read === 'other') others.add(id)
      else if (read === null) isFull = false
      else return { found: read, isFull }
    }
    return { found: null, isFull }
  }

  /** Recovers a request that counted as absent and whose transaction became known later. */
  async recoverLatePayment(lease: Lease): Promise<void> {
    const late = await findAbsentPaymentFoundLater(this.#searchContext)
    if (late === undefined) return
    const { request, transaction } = late
    const read = await readCandidateTransaction(request, transaction, this.#searchContext)
    if (read === null || read === 'other') return
    if (!(await recordFoundPayment(request, read, lease, this.#deps)))
      this.#deps.log.error(
        { request: request.id },
        'what counted as absent exists, and its reference is used',
      )
  }
}

/**
 * Creates the job that resolves the payment requests of an environment until `signal`,
 * beside the sync: by our records, which notifications update, and by the payment service's
 * list of the customer (interface, endpoint 3).
 */
export function createUnansweredPaymentResolver(deps: ResolveUnansweredPaymentDeps): EnvironmentJob {
  return (name, pacedServiceAccess) => async (lease, signal) => {
    const environment = deps.environments.find((one) => one.name === name)
    if (environment === undefined) throw new Error('no such environment')
    const resolving = new UnansweredPaymentResolver(deps, environment, pacedServiceAccess)
    let [clearAt, lateAt] = [0, 0]
    await runJobLoop(signal, {
      async step() {
        if (performance.now() >= clearAt) {
          await purgeExpiredPaymentRequestData(name, deps)
          clearAt = performance.now() + clearEveryMs
        }
        if (performance.now() >= lateAt) {
          lateAt = performance.now() + lateSearchEveryMs
          await resolving.recoverLatePayment(lease)
        }
        return (await resolving.resolveNext(lease)) ? 0 : pollMs
      },
      onError: (err) =>
        deps.log.error(
          { err, environment: name },
          'the outcome of a payment request could not be determined',
        ),
      errorPauseMs: pollMs,
    })
  }
}
