import type { TransactionId } from '@paydesk/shared/core/ids'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import { getDatabaseClock } from '../../platform/database/clock.ts'
import { type Lease, LeaseLostError, type LeaseStore } from '../../platform/database/leases.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { generateSupportReference } from '../../platform/runtime/reference.ts'
import type { PaymentRequestRow } from '../../records/payment-requests.ts'
import {
  buildCreatedPaymentColumnValues,
  type RecordPaymentOutcomeDeps,
  recordCreatedTransaction,
} from './record.ts'
import { appendPaymentRequestLiveChange, isPaymentRequestUniqueViolation } from './rows.ts'

export interface RecordUnansweredOutcomeDeps extends RecordPaymentOutcomeDeps {
  readonly leases: LeaseStore
  readonly audit: AuditLog
}

/** Writes an audit entry without an actor, because Paydesk itself resolves the request. */
export async function writeUnansweredPaymentAudit(
  row: PaymentRequestRow,
  reason: 'answered' | 'unknown' | 'absent',
  { audit }: Pick<RecordUnansweredOutcomeDeps, 'audit'>,
): Promise<void> {
  await audit.append({
    action: 'payment_request.answered',
    about: { kind: 'payment_request', id: row.id, merchant: row.merchant },
    result: reason === 'answered' ? 'allowed' : 'failed',
    reason,
    actor: null,
    environment: row.environment,
    sourceAddress: null,
    reference: generateSupportReference(),
  })
}

/**
 * Records that the payment service has the transaction of a request whose answer was lost. Returns false if
 * the transaction is recorded already or belongs to another request. Throws `LeaseLostError`.
 */
export async function recordFoundPayment(
  row: PaymentRequestRow,
  found: { readonly transaction: TransactionId; readonly record: StateRecord },
  lease: Lease,
  deps: RecordUnansweredOutcomeDeps,
): Promise<boolean> {
  const { store, leases } = deps
  try {
    const after = await withTransaction(store, async (trx) => {
      if (!(await leases.isStillHeld(trx, lease))) throw new LeaseLostError()
      const written = await trx
        .updateTable('payment_requests')
        .set((eb) => ({
          ...buildCreatedPaymentColumnValues(row, found, deps.cipher),
          why: 'answer_lost',
          ...{ due_at: null, ended_at: getDatabaseClock(store.dialect), version: eb('version', '+', 1) },
        }))
        .where('id', '=', row.id)
        // Include `absent`: a payment that counted as absent may appear late.
        .where('status', 'in', ['unknown', 'absent'])
        .returningAll()
        .executeTakeFirst()
      if (written === undefined) return undefined
      await appendPaymentRequestLiveChange(trx, written, store)
      await recordCreatedTransaction(trx, written, found, deps)
      return written
    })
    if (after === undefined) return false
  } catch (thrown) {
    if (isPaymentRequestUniqueViolation(thrown)) return false
    throw thrown
  }
  store.wake('reads')
  store.wake('changes')
  await writeUnansweredPaymentAudit(row, 'answered', deps)
  return true
}

/** Records that the payment service has no such transaction. Throws `LeaseLostError`. */
export async function recordAbsentPayment(
  row: PaymentRequestRow,
  lease: Lease,
  deps: RecordUnansweredOutcomeDeps,
): Promise<void> {
  const { store, leases } = deps
  const after = await withTransaction(store, async (trx) => {
    if (!(await leases.isStillHeld(trx, lease))) throw new LeaseLostError()
    const written = await trx
      .updateTable('payment_requests')
      .set((eb) => ({
        ...{ status: 'absent', due_at: null, looked: eb('looked', '+', 1) },
        ...{ ended_at: getDatabaseClock(store.dialect), version: eb('version', '+', 1) },
      }))
      .where('id', '=', row.id)
      .where('status', '=', 'unknown')
      .returningAll()
      .executeTakeFirst()
    if (written !== undefined) await appendPaymentRequestLiveChange(trx, written, store)
    return written
  })
  store.wake('changes')
  if (after !== undefined) await writeUnansweredPaymentAudit(row, 'absent', deps)
}

/**
 * Schedules the next search in `ms`. `counts`: the search was complete,
 * and late enough to count towards `absent`.
 */
export async function postponePaymentSearch(
  row: PaymentRequestRow,
  { ms, counts }: { readonly ms: number; readonly counts: boolean },
  { store }: Pick<RecordUnansweredOutcomeDeps, 'store'>,
): Promise<void> {
  await store.db
    .updateTable('payment_requests')
    .set((eb) => ({
      due_at: eb(getDatabaseClock(store.dialect), '+', ms),
      looked: eb('looked', '+', counts ? 1 : 0),
    }))
    .where('id', '=', row.id)
    .where('status', '=', 'unknown')
    .execute()
}

/** Retention (ms) of drafts, and of payment links after they expire. */
const retentionMs = 24 * 3_600_000
/** Retention (ms) of payment links whose expiry is unknown. */
const maxRetentionMs = 30 * retentionMs

/** Deletes drafts that nobody sent, and payment links that can no longer be paid. */
export async function purgeExpiredPaymentRequestData(
  environment: string,
  { store: { db } }: Pick<RecordUnansweredOutcomeDeps, 'store'>,
): Promise<void> {
  const before = Date.now() - retentionMs
  await db
    .updateTable('payment_requests')
    .set({ sealed_link: null })
    .where('environment', '=', environment)
    .where('sealed_link', 'is not', null)
    .where((is) => {
      const known = is
        .selectFrom('transactions')
        .select('transactions.id')
        .whereRef('transactions.environment', '=', 'payment_requests.environment')
        .whereRef('transactions.id', '=', 'payment_requests.transaction_id')
      // Keep a prolonged link: a read may report a later expiry than the create call.
      const isProlonged = is.exists(known.where('transactions.expires_at', '>=', before))
      const isOver = is.or([
        is('expires_at', '<', before),
        is('created_at', '<', Date.now() - maxRetentionMs),
      ])
      return is.or([
        is.exists(known.where('transactions.final', '=', 1)),
        is.and([isOver, is.not(isProlonged)]),
      ])
    })
    .execute()
  await db
    .deleteFrom('payment_requests')
    .where('environment', '=', environment)
    .where('status', '=', 'draft')
    .where('created_at', '<', before)
    .execute()
}
