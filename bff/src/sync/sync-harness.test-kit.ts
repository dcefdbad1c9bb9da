import { createHash } from 'node:crypto'
import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { createFieldCipher } from '../platform/database/field-cipher.ts'
import { createLeaseStore, type Lease } from '../platform/database/leases.ts'
import type { TestStore } from '../platform/database/test-store.test-kit.ts'
import { createLogger } from '../platform/runtime/log.ts'
import { Secret } from '../platform/runtime/secret.ts'
import { createHandleStore } from '../records/handles.ts'
import { computeTransactionSecretHashes } from '../records/observations/notification-columns.ts'
import { enqueueTransactionRead } from '../records/read-queue.ts'
import {
  createTransactionConfirmer,
  type ReadOutcome,
  type TransactionConfirmerDeps,
} from './confirm-transaction.ts'
import {
  demoMerchantId,
  demoStage,
  type FakePaymentService,
  type FakeRecord,
  type SentNotification,
} from './fake-payment-service.test-kit.ts'
import { findNextDueRead } from './read-queue-store.ts'
import { createServiceRequestPacer } from './request-pacer.ts'
import { createServiceHealthTracker } from './service-health.ts'
import { recordReadOutcome } from './sync-reader.ts'

export const testCipher = createFieldCipher([new Secret('first-key-first-key-first-key-first-key')])
export const silentLog = createLogger('silent')

export interface TestNotification extends SentNotification {
  readonly transaction: string
  readonly proof?: 'checksum' | 'none'
  readonly secret?: string
  readonly tasks?: number
}

/** Review rules as without any settings. */
export const testReviewRules = { slaMs: 14_400_000, amountLimits: new Map([['EUR', 100_000]]) }

/** Creates one Paydesk over one database: receiver, reader, and a clock that only a test moves. */
export function createSyncHarness({ store }: Pick<TestStore, 'store'>, service: FakePaymentService) {
  const leases = createLeaseStore(store)
  const clock = { now: Date.parse('2026-03-01T00:00:00Z') }
  const now = () => clock.now
  const pace = createServiceRequestPacer(50, now)
  const serviceHealth = createServiceHealthTracker({ perSecond: 50, catchUpPerSecond: 4 }, pace, {
    monotonic: now,
    wall: now,
  })
  const newRead = (other: Partial<TransactionConfirmerDeps> = {}) =>
    createTransactionConfirmer({
      store,
      leases,
      handles: createHandleStore(store, testCipher),
      cipher: testCipher,
      log: silentLog,
      environment: { name: demoStage, kind: 'stage', merchantIds: [demoMerchantId] },
      service: service.door(),
      serviceHealth,
      review: testReviewRules,
      runPaced: (request) => request(),
      now,
      ...other,
    })
  const read = newRead()

  return {
    store,
    leases,
    clock,
    newRead,
    async lease(ms = 600_000) {
      const lease = await leases.acquire(`lease-${crypto.randomUUID()}`, 'one', ms)
      if (lease === null) throw new Error('not taken')
      return lease
    },
    id: (): TransactionId => transactionIdSchema.parse(`tx-${crypto.randomUUID().slice(0, 18)}`),
    /** Stores one processed notification as the notification queue does: equal bytes share one row. */
    async receive(one: TestNotification): Promise<void> {
      const digest = createHash('sha256').update(JSON.stringify(one)).digest('hex')
      await store.db.transaction().execute(async (trx) => {
        await trx
          .insertInto('notification_queue')
          .values({
            environment: demoStage,
            digest,
            received_at: now(),
            last_at: now(),
            repeats: 0,
            proof: one.proof ?? 'checksum',
            sealed: 'x',
            status: 'waiting',
            kind: 'transaction',
            transaction_id: one.transaction,
            event: one.event,
            state: one.state,
            compound: `${one.state}.${one.reason}`,
            amount_minor: one.amount === undefined ? null : Number(one.amount.amount),
            currency: one.amount?.currency ?? null,
            tasks: one.tasks ?? null,
            secret_hash:
              one.secret === undefined
                ? null
                : (computeTransactionSecretHashes(testCipher, demoStage, one.transaction, one.secret)[0] ??
                  null),
          })
          .onConflict((conflict) =>
            conflict.columns(['environment', 'digest']).doUpdateSet((eb) => ({
              repeats: eb('notification_queue.repeats', '+', 1),
              last_at: now(),
            })),
          )
          .execute()
        const transaction = transactionIdSchema.parse(one.transaction)
        await enqueueTransactionRead(
          trx,
          [{ environment: demoStage, transaction, why: 'notification', dueAt: now() }],
          now(),
        )
      })
    },
    ask: (transaction: TransactionId, withList = false) =>
      enqueueTransactionRead(
        store.db,
        [{ environment: demoStage, transaction, why: 'sync', dueAt: now(), withList }],
        now(),
      ),
    /** Runs all reads that are due now; returns their results. */
    async drain(lease: Lease, by = read): Promise<ReadOutcome['result'][]> {
      const results: ReadOutcome['result'][] = []
      for (;;) {
        const due = await findNextDueRead(store.db, demoStage, now(), [])
        if (due === null) return results
        const readOutcome = await by(due, lease)
        recordReadOutcome(serviceHealth, due.transaction_id, readOutcome)
        results.push(readOutcome.result)
      }
    },
    /**
     * Sets the record of the payment service and runs reads, first after `after` ms, until none is queued.
     */
    async tell(id: TransactionId, record: FakeRecord | null, lease: Lease, after: number): Promise<void> {
      if (record === null) service.records.delete(id)
      else service.records.set(id, record)
      clock.now += after
      await this.ask(id)
      for (;;) {
        await this.drain(lease)
        if ((await this.due(id)) === undefined) return
        // Advance the clock: a transaction that was not found is read again later.
        clock.now += 600_000
      }
    },
    row: (id: string) =>
      store.db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst(),
    notifications: (id: string) =>
      store.db
        .selectFrom('notification_queue')
        .selectAll()
        .where('transaction_id', '=', id)
        .orderBy('seq')
        .execute(),
    observations: (id: string) =>
      store.db
        .selectFrom('observations')
        .selectAll()
        .where('transaction_id', '=', id)
        .orderBy('seq')
        .execute(),
    changes: (id: string) =>
      store.db.selectFrom('changes').selectAll().where('subject_id', '=', id).orderBy('seq').execute(),
    due: (id: string) =>
      store.db.selectFrom('read_queue').selectAll().where('transaction_id', '=', id).executeTakeFirst(),
  }
}

export type SyncHarness = ReturnType<typeof createSyncHarness>
