import type { Transaction } from 'kysely'
import type { Lease } from '../platform/database/leases.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import { appendChange } from '../records/changes.ts'
import { type ConfirmationDeps, LeaseLostError } from '../records/confirmation/apply-confirmed-read.ts'
import type { DueReadRow } from './read-queue-store.ts'

/** Delay in ms before a sync run may read the transaction again. */
const recheckDelayMs = 3_600_000

/** Reasons that refute the claimed merchant: the answer belongs to another transaction or merchant. */
const refutingReasons: ReadonlySet<string> = new Set(['upstream_mismatch', 'no_merchant'])

/**
 * Isolates a transaction whose reads cannot be processed: marks its notifications as isolated with the reason
 * (a fixed word of ours) and removes its read from the queue, so that nothing else waits for that read.
 * Clears the merchant that the notifications claim if the read refutes it. Throws LeaseLostError.
 */
export async function isolateTransaction(
  trx: Transaction<DatabaseSchema>,
  { environment, transaction_id }: DueReadRow,
  { why, now, lease }: { why: string; now: number; lease: Lease },
  { dialect, leases }: ConfirmationDeps,
): Promise<void> {
  if (!(await leases.isStillHeld(trx, lease))) throw new LeaseLostError()
  const isolated = await trx
    .updateTable('inbox')
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
    .deleteFrom('due_reads')
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
  await appendChange(trx, dialect, changes, now)
}
