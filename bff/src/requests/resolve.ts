import {
  type EnvironmentName,
  merchantId,
  rid as ridForm,
  type TransactionId,
  transactionId,
} from '@paydesk/shared/ids'
import { openForHandle } from '../access/guarded.ts'
import { newReference } from '../http/reference.ts'
import { LeaseLost } from '../known/confirmed.ts'
import type { Handles } from '../known/handles.ts'
import type { RequestRow } from '../known/payment-requests.ts'
import { ownMerchantOf } from '../known/transactions.ts'
import { sleep } from '../rereads/waiting.ts'
import type { Beside } from '../rereads/workers.ts'
import { databaseClock } from '../store/clock.ts'
import type { Lease } from '../store/leases.ts'
import type { PaymentService } from '../upstream/payment-service.ts'
import type { StateRecord } from '../upstream/wire.ts'
import { clearOld, type FoundOutNeeds, lookLater, recordAbsent, recordFound } from './found-out.ts'
import { recordMade } from './record.ts'
import type { RequestEnvironment } from './rows.ts'

export interface ResolveNeeds extends FoundOutNeeds {
  readonly handles: Pick<Handles, 'resolveAll'>
  readonly environments: readonly Pick<RequestEnvironment, 'name' | 'merchantIds'>[]
  service(environment: EnvironmentName): Pick<PaymentService, 'readState' | 'listTransactions'>
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

/** Waits until the next look by the time since it was sent (ms): most are found at once. */
const backoff = [
  [3_000, 1_000],
  [10_000, 2_000],
  [30_000, 5_000],
  [120_000, 10_000],
] as const
const waitAfter = (age: number) => backoff.find(([until]) => age < until)?.[1] ?? 30_000

type Waiting = RequestRow & { readonly clock: number }
type Found = { readonly transaction: TransactionId; readonly record: StateRecord }

/** Finds out what became of requests whose answer was lost, in one environment. Nothing is ever sent again. */
export class Resolving {
  readonly #needs: ResolveNeeds
  readonly #environment: ResolveNeeds['environments'][number]
  readonly #way: Beside
  /** Transactions that were read and are others', by request: they are not read again. */
  readonly #others = new Map<string, Set<string>>()

  constructor(needs: ResolveNeeds, environment: ResolveNeeds['environments'][number], way: Beside) {
    this.#needs = needs
    this.#environment = environment
    this.#way = way
  }

  /** Requests that were on their way when an instance ended: they may have left. */
  async giveUpLost(): Promise<void> {
    const { store, longestMs } = this.#needs
    const rows = await store.db
      .selectFrom('payment_requests')
      .selectAll()
      .where('environment', '=', this.#environment.name)
      .where('status', '=', 'sending')
      .where((eb) => eb(eb.ref('sent_at'), '<', eb(databaseClock(store.dialect), '-', longestMs + spareMs)))
      .execute()
    for (const row of rows)
      await recordMade(row, { outcome: 'unknown', status: null, cause: 'left_behind' }, this.#needs)
  }

  #next(): Promise<Waiting | undefined> {
    const { store } = this.#needs
    const clock = databaseClock(store.dialect)
    return store.db
      .selectFrom('payment_requests')
      .selectAll()
      .select(clock.as('clock'))
      .where('environment', '=', this.#environment.name)
      .where('status', '=', 'unknown')
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
    const counts = isFull && age >= needs.absentMs
    if (counts && row.looked + 1 >= listsNeeded) {
      this.#others.delete(row.id)
      return recordAbsent(row, lease, needs)
    }
    await lookLater(row, { ms: waitAfter(age), counts }, needs)
  }

  /** The transaction of a request; `isFull` where everything that the customer has was looked at. */
  async #search(row: Waiting): Promise<{ readonly found: Found | null; readonly isFull: boolean }> {
    const named = await this.#inIndex(row)
    const listed = await this.#listed(row)
    if (named === null && listed === null) return { found: null, isFull: false }
    const others = this.#others.get(row.id) ?? new Set()
    this.#others.set(row.id, others)
    const all = [...new Set([...(named === null ? [] : [named]), ...(listed?.ids ?? [])])]
    const unread = all.filter((id) => !others.has(id))
    let isFull = listed?.isWhole === true && unread.length <= mostReads
    for (const id of unread.slice(0, mostReads)) {
      const read = await this.#read(row, id)
      if (read === 'other') others.add(id)
      else if (read === null) isFull = false
      else return { found: read, isFull }
    }
    return { found: null, isFull }
  }

  /** A notification may have told of it. */
  async #inIndex({ environment, merchant, merchant_transaction_id }: RequestRow) {
    const known = await this.#needs.store.db
      .selectFrom('transactions')
      .select('id')
      .where('environment', '=', environment)
      .where('merchant', '=', merchant)
      .where('merchant_transaction_id', '=', merchant_transaction_id)
      .executeTakeFirst()
    return transactionId.safeParse(known?.id).data ?? null
  }

  /** Transactions of the customer that may be it (interface, endpoint 3); null where the list cannot be had. */
  async #listed(row: RequestRow) {
    const { service, handles, store } = this.#needs
    const { name } = this.#environment
    const behind = (await handles.resolveAll(name, [row.customer])).get(row.customer)
    const rid = ridForm.safeParse(behind?.id).data
    const merchant = this.#environment.merchantIds.find((one) => one === row.merchant)
    if (rid === undefined || merchant === undefined) return null
    const options = { reference: newReference(), lane: 'background', fresh: true } as const
    const outcome = await this.#way.turn(() =>
      service(name).listTransactions(merchantId.parse(merchant), rid, options),
    )
    if (outcome.outcome === 'failed') return null
    if (outcome.outcome === 'not_found') return { ids: [], isWhole: true }
    const { entries, unreadable } = outcome.value
    const parsed = entries.map((one) => transactionId.safeParse(openForHandle(one.transaction_uid)).data)
    const ids = parsed.filter((id) => id !== undefined)
    const known = await store.db
      .selectFrom('transactions')
      .select('id')
      .where('environment', '=', name)
      .where('customer', '=', row.customer)
      // What names another id of the merchant is another payment.
      .where('merchant_transaction_id', 'is not', null)
      .where('merchant_transaction_id', '!=', row.merchant_transaction_id)
      .execute()
    const others = new Set<string>(known.map(({ id }) => id))
    return {
      ids: ids.filter((id) => !others.has(id)),
      isWhole: unreadable === 0 && ids.length === entries.length,
    }
  }

  /** Reads a transaction and compares it (interface, endpoint 2); null where it cannot be had now. */
  async #read(row: RequestRow, transaction: TransactionId): Promise<Found | 'other' | null> {
    const { name, merchantIds } = this.#environment
    const options = { reference: newReference(), lane: 'background', fresh: true, alone: true } as const
    const outcome = await this.#way.turn(() => this.#needs.service(name).readState(transaction, options))
    if (outcome.outcome !== 'found') return null
    const record = outcome.value
    const only = merchantIds.length === 1 ? (merchantIds[0] ?? null) : null
    const isOurs = ownMerchantOf(record, { environment: name, merchants: merchantIds, only }) === row.merchant
    const named = openForHandle(record.original_message.transaction_id)
    return isOurs && named === row.merchant_transaction_id ? { transaction, record } : 'other'
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
    let clearAt = 0
    while (!signal.aborted)
      try {
        if (performance.now() >= clearAt) {
          await clearOld(name, needs)
          clearAt = performance.now() + clearEveryMs
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
