import {
  type EnvironmentName,
  type MerchantId,
  type TransactionId,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import type { ObservationSource } from '@paydesk/shared/core/observations'
import type { Transaction } from 'kysely'
import type { NotificationList } from '../payment-service/parsing/wire.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import type { ServiceFailure } from '../payment-service/transport/outcome.ts'
import { isDatabaseFailure, type Store } from '../platform/database/database.ts'
import type { FieldCipher } from '../platform/database/field-cipher.ts'
import { type Lease, LeaseLostError, type LeaseStore } from '../platform/database/leases.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import { withTransaction } from '../platform/database/transaction.ts'
import type { Logger } from '../platform/runtime/log.ts'
import { generateSupportReference } from '../platform/runtime/reference.ts'
import {
  type ApplyConfirmedReadDeps,
  applyConfirmedRead,
  type ConfirmedRead,
} from '../records/confirmation/apply-confirmed-read.ts'
import { resolveStateRecordOwner } from '../records/confirmation/identify-record.ts'
import type { ReviewRules } from '../records/confirmation/review-queue.ts'
import type { HandleStore } from '../records/handles.ts'
import { appendLiveChange } from '../records/live-changes.ts'
import { extractNotificationColumns } from '../records/observations/notification-columns.ts'
import {
  compareSentNotifications,
  loadTransactionNotifications,
  type StoredNotification,
} from '../records/observations/notification-matching.ts'
import {
  findUndocumentedAmounts,
  findUndocumentedInNotification,
  findUndocumentedValues,
} from '../records/observations/undocumented-values.ts'
import { readQueuePriorities } from '../records/read-queue.ts'
import { updateDiscrepancies } from '../records/rules/discrepancies.ts'
import { type DueReadRow, maxNotFoundReads, postponeRead } from './read-queue-store.ts'
import { isServiceWideFailure, type ServiceHealthTracker } from './service-health.ts'

/** Delay in ms before a sync run may read the transaction again. */
const recheckDelayMs = 3_600_000

/** Reasons that refute the claimed merchant: the answer belongs to another transaction or merchant. */
const refutingReasons: ReadonlySet<string> = new Set(['upstream_mismatch', 'no_merchant'])

/**
 * Isolates a transaction whose reads cannot be processed: marks its notifications as isolated with the reason
 * (a fixed word of ours) and removes its read from the queue, so that nothing else waits for that read.
 * Clears the merchant that the notifications claim if the read refutes it. Throws LeaseLostError.
 */
async function isolateTransaction(
  trx: Transaction<DatabaseSchema>,
  { environment, transaction_id }: DueReadRow,
  { why, now, lease }: { why: string; now: number; lease: Lease },
  { dialect, leases }: ApplyConfirmedReadDeps,
): Promise<void> {
  if (!(await leases.isStillHeld(trx, lease))) throw new LeaseLostError()
  const isolated = await trx
    .updateTable('notification_queue')
    .set({ status: 'isolated', why, ...(refutingReasons.has(why) ? { merchant: null } : {}) })
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction_id)
    .where('status', '=', 'waiting')
    .returning('seq')
    .execute()
  await trx
    .updateTable('transactions')
    .set({ next_read_at: now + recheckDelayMs })
    .where('environment', '=', environment)
    .where('id', '=', transaction_id)
    .where('next_read_at', 'is not', null)
    .execute()
  await trx
    .deleteFrom('read_queue')
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction_id)
    .execute()
  const changes = isolated.map(({ seq }) => ({
    environment,
    merchant: null,
    kind: 'notification' as const,
    subject_id: String(seq),
    version: 2,
  }))
  await appendLiveChange(trx, dialect, changes, now)
}

export interface TransactionConfirmerDeps {
  readonly store: Pick<Store, 'db' | 'dialect' | 'wake'>
  readonly leases: LeaseStore
  readonly handles: Pick<HandleStore, 'getOrCreateCustomerHandle'>
  readonly cipher: FieldCipher
  readonly log: Logger
  readonly environment: {
    readonly name: EnvironmentName
    readonly kind: 'stage' | 'production'
    readonly merchantIds: readonly MerchantId[]
  }
  readonly service: Pick<PaymentService, 'readState' | 'listNotifications'>
  readonly serviceHealth: Pick<ServiceHealthTracker, 'isTransactionFault'>
  readonly review: ReviewRules
  /** Sends one request to the payment service when the request pacer admits it. */
  runPaced<T>(request: () => Promise<T>): Promise<T>
  /** Current time in ms since 1970. */
  now(): number
}

/**
 * Result of one queued read. `not_found_yet`: the payment service does not know the transaction yet, and the
 * read is retried. `nonsense`: the answer cannot be used. `outage`: the failure says something about the
 * payment service.
 */
export type ReadOutcome =
  | { readonly result: 'changed' | 'same' | 'not_found' | 'not_found_yet' | 'isolated' | 'nonsense' }
  | { readonly result: 'outage'; readonly failure: ServiceFailure }

/**
 * Limit for unusable answers and failures of our own code per transaction, counted only while reads of other
 * transactions succeed.
 */
const maxFailures = 5

/** Returns how a transaction first reached our records, derived from the request for its read. */
function resolveSource(
  { priority }: DueReadRow,
  notifications: readonly StoredNotification[],
): ObservationSource {
  if (notifications.length > 0) return 'notification'
  return priority === readQueuePriorities.import ? 'import' : 'read'
}

/**
 * Creates the function that reads one due transaction and writes the result. The returned function rejects if
 * the database fails or the lease is lost.
 */
export function createTransactionConfirmer(deps: TransactionConfirmerDeps) {
  const { store, environment, service, now } = deps
  const applyDeps = { dialect: store.dialect, leases: deps.leases, review: deps.review }
  const production = environment.kind === 'production'
  const buildBackgroundOptions = () => ({
    reference: generateSupportReference(),
    lane: 'background' as const,
    fresh: true,
  })

  async function readSentNotifications(
    due: DueReadRow,
    transaction: TransactionId,
  ): Promise<NotificationList['entries'] | null> {
    if (due.with_list !== 1) return null
    const outcome = await deps.runPaced(() =>
      service.listNotifications(transaction, buildBackgroundOptions()),
    )
    // Claim nothing if the list cannot be read; the next sync run requests the list again.
    return outcome.outcome === 'found' && outcome.value.shapeKnown ? outcome.value.entries : null
  }

  async function handleFailure(due: DueReadRow, lease: Lease, failure: ServiceFailure): Promise<ReadOutcome> {
    if (isServiceWideFailure(failure)) {
      await postponeRead(store.db, due, 'tries', now())
      return { result: 'outage', failure }
    }
    return handleUnusableRead(due, lease, failure.problem)
  }

  /**
   * Handles an unusable answer or a failure of our own code: postpones the read, and isolates the transaction
   * after `maxFailures`. Counts only faults of the transaction itself: the payment service may answer
   * everything with nonsense for a while.
   */
  async function handleUnusableRead(due: DueReadRow, lease: Lease, why: string): Promise<ReadOutcome> {
    const isTransactionFault = deps.serviceHealth.isTransactionFault(due.transaction_id)
    if (!isTransactionFault || due.thrown + 1 < maxFailures) {
      await postponeRead(store.db, due, isTransactionFault ? 'thrown' : 'tries', now())
      return { result: 'nonsense' }
    }
    const put = { why: why.slice(0, 40), now: now(), lease }
    await withTransaction(store, (trx) => isolateTransaction(trx, due, put, applyDeps))
    store.wake('changes')
    return { result: 'isolated' }
  }

  async function write(read: ConfirmedRead): Promise<ReadOutcome> {
    const { changed } = await withTransaction(store, (trx) => applyConfirmedRead(trx, read, applyDeps))
    store.wake('changes')
    if (read.found === null) return { result: 'not_found' }
    return { result: changed ? 'changed' : 'same' }
  }

  async function read(due: DueReadRow, lease: Lease): Promise<ReadOutcome> {
    const transaction = transactionIdSchema.parse(due.transaction_id)
    const notifications = await loadTransactionNotifications(store.db, environment.name, transaction)
    let begunAt = now()
    const outcome = await deps.runPaced(() => {
      begunAt = now()
      return service.readState(transaction, { ...buildBackgroundOptions(), alone: true })
    })
    if (outcome.outcome === 'failed') return handleFailure(due, lease, outcome)
    const arrivedAt = Math.max(now(), begunAt)
    const of = {
      environment: environment.name,
      transaction,
      lease,
      requestCount: due.asked,
      notifications,
      begunAt,
    }
    const source = resolveSource(due, notifications)
    if (outcome.outcome === 'not_found') {
      if (due.missed + 1 < maxNotFoundReads) {
        await postponeRead(store.db, due, 'missed', now())
        return { result: 'not_found_yet' }
      }
      const nothing = {
        found: null,
        listed: null,
        sent: null,
        listedAmounts: [],
        recordValues: [],
        listValues: [],
        afterApply: null,
      }
      return write({ ...of, ...nothing, arrivedAt, source })
    }
    const found = await resolveStateRecordOwner(outcome.value, transaction, deps)
    if (found === null) return handleUnusableRead(due, lease, 'no_merchant')
    const list = await readSentNotifications(due, transaction)
    const announced =
      list?.map((one) => extractNotificationColumns(one, environment.name, deps.cipher)) ?? null
    const comparison = announced === null ? null : compareSentNotifications(announced, notifications)
    return write({
      ...of,
      arrivedAt,
      source,
      found,
      recordValues: findUndocumentedValues(outcome.value),
      listValues: [
        ...(announced?.flatMap(findUndocumentedInNotification) ?? []),
        ...(list?.flatMap(findUndocumentedAmounts) ?? []),
      ],
      listed: comparison?.listed ?? null,
      sent: comparison?.sent ?? null,
      listedAmounts: announced ?? [],
      afterApply: (trx, transactionRowChange) =>
        updateDiscrepancies(trx, transactionRowChange, { record: outcome.value, production, arrivedAt }),
    })
  }

  return async (due: DueReadRow, lease: Lease): Promise<ReadOutcome> => {
    try {
      return await read(due, lease)
    } catch (error) {
      if (error instanceof LeaseLostError || isDatabaseFailure(error)) throw error
      deps.log.error({ err: error, environment: environment.name }, 'a read could not be carried out')
      return handleUnusableRead(due, lease, 'failed')
    }
  }
}
