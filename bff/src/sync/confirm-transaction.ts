import {
  type EnvironmentName,
  type MerchantId,
  rid as ridSchema,
  type TransactionId,
  transactionId,
} from '@paydesk/shared/core/ids'
import type { Source } from '@paydesk/shared/core/observed'
import type { NotificationList, StateRecord } from '../payment-service/parsing/wire.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import type { Failed } from '../payment-service/transport/outcome.ts'
import { openForHandle } from '../platform/access/guarded.ts'
import { isStoreFailure, type Store } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/field-cipher.ts'
import type { Lease, Leases } from '../platform/database/leases.ts'
import { transact } from '../platform/database/transaction.ts'
import type { Log } from '../platform/runtime/log.ts'
import { newReference } from '../platform/runtime/reference.ts'
import { applyRead, type ConfirmedRead, LeaseLost } from '../records/confirmation/apply-confirmed-read.ts'
import type { ReviewRules } from '../records/confirmation/review-queue.ts'
import { columnsOf } from '../records/confirmation/transaction-columns.ts'
import type { Handles } from '../records/handles.ts'
import { announcedBy } from '../records/observations/announced-state.ts'
import { compare, type Notice, noticesOf } from '../records/observations/notification-matching.ts'
import { undocumentedIn, undocumentedTold } from '../records/observations/undocumented-values.ts'
import { urgency } from '../records/read-queue.ts'
import { noteDrift } from '../records/rules/drift-items.ts'
import { ownMerchantOf } from '../records/transactions.ts'
import { isolate } from './isolate.ts'
import { type Due, mostMissed, postpone } from './read-queue-store.ts'
import { type Condition, isOutage } from './service-health.ts'

export interface ReadNeeds {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly leases: Leases
  readonly handles: Pick<Handles, 'customer'>
  readonly seal: Seal
  readonly log: Log
  readonly environment: {
    readonly name: EnvironmentName
    readonly kind: 'stage' | 'production'
    readonly merchantIds: readonly MerchantId[]
  }
  readonly service: Pick<PaymentService, 'readState' | 'listNotifications'>
  readonly condition: Pick<Condition, 'isItsOwn'>
  readonly review: ReviewRules
  /** Makes one more request to the service when its turn has come. */
  turn<T>(request: () => Promise<T>): Promise<T>
  /** ms since 1970. */
  now(): number
}

/**
 * What came of one due read. `missed`: the service does not know it, and is asked again. `nonsense`: nothing
 * could be made of the answer. The failure where it says something about the service.
 */
export type Read =
  | { readonly result: 'changed' | 'same' | 'not_found' | 'missed' | 'isolated' | 'nonsense' }
  | { readonly result: 'outage'; readonly failure: Failed }

/** So often our own code or an answer that makes no sense may fail, each time beside others that do not. */
const mostThrown = 5

/** How a transaction that nobody has seen came here, by who asked for its read. */
function sourceOf({ priority }: Due, notices: readonly Notice[]): Source {
  if (notices.length > 0) return 'notification'
  return priority === urgency.import ? 'import' : 'read'
}

/** Reads one due transaction and writes what came of it. Rejects where the database or the lease is lost. */
export function makeOneRead(needs: ReadNeeds) {
  const { store, environment, service, now } = needs
  const confirming = { dialect: store.dialect, leases: needs.leases, review: needs.review }
  const production = environment.kind === 'production'
  const background = () => ({ reference: newReference(), lane: 'background' as const, fresh: true })

  async function foundOf(record: StateRecord, transaction: TransactionId) {
    const { name, merchantIds } = environment
    const only = merchantIds.length === 1 ? (merchantIds[0] ?? null) : null
    const merchant = ownMerchantOf(record, { environment: name, merchants: merchantIds, only })
    if (merchant === null) return null
    const rid = ridSchema.safeParse(openForHandle(record.original_message.account.identifier)).data
    const customer = rid === undefined ? null : await needs.handles.customer(name, merchant, rid)
    return { merchant, customer, ...columnsOf(record, name, transaction, needs.seal) }
  }

  async function listOf(due: Due, transaction: TransactionId): Promise<NotificationList['entries'] | null> {
    if (due.with_list !== 1) return null
    const outcome = await needs.turn(() => service.listNotifications(transaction, background()))
    // Where it cannot be read nothing is claimed; the sweep asks again.
    return outcome.outcome === 'found' && outcome.value.shapeKnown ? outcome.value.entries : null
  }

  async function failed(due: Due, lease: Lease, failure: Failed): Promise<Read> {
    if (isOutage(failure)) {
      await postpone(store.db, due, 'tries', now())
      return { result: 'outage', failure }
    }
    return nonsense(due, lease, failure.problem)
  }

  /**
   * An answer that cannot be believed, or a mistake of ours: some tries, then it is put aside. Only what is
   * the transaction's own is held against it: a service may answer rubbish to everything for a while.
   */
  async function nonsense(due: Due, lease: Lease, why: string): Promise<Read> {
    const itsOwn = needs.condition.isItsOwn(due.transaction_id)
    if (!itsOwn || due.thrown + 1 < mostThrown) {
      await postpone(store.db, due, itsOwn ? 'thrown' : 'tries', now())
      return { result: 'nonsense' }
    }
    const put = { why: why.slice(0, 40), now: now(), lease }
    await transact(store, (trx) => isolate(trx, due, put, confirming))
    store.wake('changes')
    return { result: 'isolated' }
  }

  async function write(read: ConfirmedRead): Promise<Read> {
    const { changed } = await transact(store, (trx) => applyRead(trx, read, confirming))
    store.wake('changes')
    if (read.found === null) return { result: 'not_found' }
    return { result: changed ? 'changed' : 'same' }
  }

  async function read(due: Due, lease: Lease): Promise<Read> {
    const transaction = transactionId.parse(due.transaction_id)
    const notices = await noticesOf(store.db, environment.name, transaction)
    let begunAt = now()
    const outcome = await needs.turn(() => {
      begunAt = now()
      return service.readState(transaction, { ...background(), alone: true })
    })
    if (outcome.outcome === 'failed') return failed(due, lease, outcome)
    const arrivedAt = Math.max(now(), begunAt)
    const of = { environment: environment.name, transaction, lease, asked: due.asked, notices, begunAt }
    const source = sourceOf(due, notices)
    if (outcome.outcome === 'not_found') {
      if (due.missed + 1 < mostMissed) {
        await postpone(store.db, due, 'missed', now())
        return { result: 'missed' }
      }
      const nothing = {
        found: null,
        listed: null,
        sent: null,
        listedAmounts: [],
        recordValues: [],
        listValues: [],
        judge: null,
      }
      return write({ ...of, ...nothing, arrivedAt, source })
    }
    const found = await foundOf(outcome.value, transaction)
    if (found === null) return nonsense(due, lease, 'no_merchant')
    const list = await listOf(due, transaction)
    const announced = list?.map((one) => announcedBy(one, environment.name, needs.seal)) ?? null
    const compared = announced === null ? null : compare(announced, notices)
    return write({
      ...of,
      arrivedAt,
      source,
      found,
      recordValues: undocumentedIn(outcome.value),
      listValues: announced?.flatMap(undocumentedTold) ?? [],
      listed: compared?.listed ?? null,
      sent: compared?.sent ?? null,
      listedAmounts: announced ?? [],
      judge: (trx, kept) => noteDrift(trx, kept, { record: outcome.value, production, arrivedAt }),
    })
  }

  return async (due: Due, lease: Lease): Promise<Read> => {
    try {
      return await read(due, lease)
    } catch (thrown) {
      if (thrown instanceof LeaseLost || isStoreFailure(thrown)) throw thrown
      needs.log.error({ err: thrown, environment: environment.name }, 'a read could not be worked on')
      return nonsense(due, lease, 'failed')
    }
  }
}
