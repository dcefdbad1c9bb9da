import { randomUUID } from 'node:crypto'
import { appendLiveChange } from '@paydesk/bff/records/live-changes'
import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Stack } from '../stack/start.ts'

/** Inserts a transaction as a read would record it; `more` replaces columns. */
export async function noteTransaction(
  stack: Stack,
  more: Readonly<Record<string, string | number | null>> & { readonly id?: string } = {},
): Promise<TransactionId> {
  const at = Date.parse('2026-03-12T09:00:00Z')
  const row = {
    environment: 'stage',
    id: randomUUID(),
    merchant: 'demo-merchant',
    state: 'PENDING',
    final: 0,
    review: 0,
    first_seen: at,
    first_source: 'read' as const,
    changed_at: at,
    version: 1,
    finality: 'open' as const,
    received: 0,
    gone: 0,
    ...more,
  }
  // Update an existing row: a list that was read just before may be recorded meanwhile.
  await stack.deps.store.db
    .insertInto('transactions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['environment', 'id']).doUpdateSet(row))
    .execute()
  return transactionIdSchema.parse(row.id)
}

/**
 * Announces a change, as after a processed notification. Without the announcement, rows written by a test
 * take effect only a second later.
 */
export async function tellWritten({ deps: { store } }: Stack): Promise<void> {
  const { db, dialect, wake } = store
  const environments = await db.selectFrom('transactions').select('environment').distinct().execute()
  const notificationChange = { merchant: null, kind: 'notification', subject_id: '0', version: 1 } as const
  const changes = environments.map(({ environment }) => ({ environment, ...notificationChange }))
  await db.transaction().execute((trx) => appendLiveChange(trx, dialect, changes, Date.now()))
  wake('changes')
}
