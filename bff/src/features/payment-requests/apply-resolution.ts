import type { TransactionId } from '@paydesk/shared/core/ids'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { AuditLog } from '../../platform/audit/log.ts'
import { databaseClock } from '../../platform/database/clock.ts'
import type { Lease, Leases } from '../../platform/database/leases.ts'
import { transact } from '../../platform/database/transaction.ts'
import { newReference } from '../../platform/runtime/reference.ts'
import { LeaseLost } from '../../records/confirmation/apply-confirmed-read.ts'
import type { RequestRow } from '../../records/payment-requests.ts'
import { columnsOf, noteMade, type RecordNeeds } from './record.ts'
import { isTaken, tellRequest } from './rows.ts'

export interface FoundOutNeeds extends RecordNeeds {
  readonly leases: Leases
  readonly audit: AuditLog
}

/** Leaves an entry; nobody is signed in where Paydesk itself finds out. */
export async function entered(
  row: RequestRow,
  reason: 'answered' | 'unknown' | 'absent',
  { audit }: Pick<FoundOutNeeds, 'audit'>,
): Promise<void> {
  await audit.append({
    action: 'request.answered',
    about: { kind: 'request', id: row.id, merchant: row.merchant },
    result: reason === 'answered' ? 'allowed' : 'failed',
    reason,
    doer: null,
    environment: row.environment,
    sourceAddress: null,
    reference: newReference(),
  })
}

/**
 * Records that the service has the transaction of a request whose answer was lost. False where it is known
 * already, or another request's. Throws LeaseLost.
 */
export async function recordFound(
  row: RequestRow,
  found: { readonly transaction: TransactionId; readonly record: StateRecord },
  lease: Lease,
  needs: FoundOutNeeds,
): Promise<boolean> {
  const { store, leases } = needs
  try {
    const after = await transact(store, async (trx) => {
      if (!(await leases.held(trx, lease))) throw new LeaseLost()
      const written = await trx
        .updateTable('payment_requests')
        .set((eb) => ({
          ...columnsOf(row, found, needs.seal),
          why: 'answer_lost',
          ...{ due_at: null, ended_at: databaseClock(store.dialect), version: eb('version', '+', 1) },
        }))
        .where('id', '=', row.id)
        // What counted as absent may turn up late.
        .where('status', 'in', ['unknown', 'absent'])
        .returningAll()
        .executeTakeFirst()
      if (written === undefined) return undefined
      await tellRequest(trx, written, store)
      await noteMade(trx, written, found, needs)
      return written
    })
    if (after === undefined) return false
  } catch (thrown) {
    if (isTaken(thrown)) return false
    throw thrown
  }
  store.wake('due')
  store.wake('changes')
  await entered(row, 'answered', needs)
  return true
}

/** Records that the service has no such transaction. Throws LeaseLost. */
export async function recordAbsent(row: RequestRow, lease: Lease, needs: FoundOutNeeds): Promise<void> {
  const { store, leases } = needs
  const after = await transact(store, async (trx) => {
    if (!(await leases.held(trx, lease))) throw new LeaseLost()
    const written = await trx
      .updateTable('payment_requests')
      .set((eb) => ({
        ...{ status: 'absent', due_at: null, looked: eb('looked', '+', 1) },
        ...{ ended_at: databaseClock(store.dialect), version: eb('version', '+', 1) },
      }))
      .where('id', '=', row.id)
      .where('status', '=', 'unknown')
      .returningAll()
      .executeTakeFirst()
    if (written !== undefined) await tellRequest(trx, written, store)
    return written
  })
  store.wake('changes')
  if (after !== undefined) await entered(row, 'absent', needs)
}

/** It is looked for again in `ms`; `counts` where the service was heard in full, so late that it could be absent. */
export async function lookLater(
  row: RequestRow,
  { ms, counts }: { readonly ms: number; readonly counts: boolean },
  { store }: Pick<FoundOutNeeds, 'store'>,
): Promise<void> {
  await store.db
    .updateTable('payment_requests')
    .set((eb) => ({
      due_at: eb(databaseClock(store.dialect), '+', ms),
      looked: eb('looked', '+', counts ? 1 : 0),
    }))
    .where('id', '=', row.id)
    .where('status', '=', 'unknown')
    .execute()
}

/** So long (ms) a draft waits, and the address of a payment is kept that nobody can pay any more. */
const keptMs = 24 * 3_600_000
/** The same where nobody knows when its time is over. */
const longestKeptMs = 30 * keptMs

/** Forgets what was typed and never sent, and addresses at which nobody can pay any more. */
export async function clearOld(
  environment: string,
  { store: { db } }: Pick<FoundOutNeeds, 'store'>,
): Promise<void> {
  const before = Date.now() - keptMs
  await db
    .updateTable('payment_requests')
    .set({ sealed_address: null })
    .where('environment', '=', environment)
    .where('sealed_address', 'is not', null)
    .where((is) => {
      const known = is
        .selectFrom('transactions')
        .select('transactions.id')
        .whereRef('transactions.environment', '=', 'payment_requests.environment')
        .whereRef('transactions.id', '=', 'payment_requests.transaction_id')
      // A read may say that there is more time than the create call said.
      const isProlonged = is.exists(known.where('transactions.expires_at', '>=', before))
      const isOver = is.or([is('expires_at', '<', before), is('made_at', '<', Date.now() - longestKeptMs)])
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
    .where('made_at', '<', before)
    .execute()
}
