import { type DiscrepancyId, discrepancyIdSchema } from '@paydesk/shared/cases/reconciliation'
import type { Stack } from '../stack/start.ts'

/** Inserts a discrepancy as a read would open it, unless one of its kind is open; `more` replaces columns. */
export async function insertDiscrepancy(
  stack: Stack,
  more: Readonly<Record<string, string | number | null>> = {},
): Promise<DiscrepancyId> {
  const row = {
    id: `x_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`,
    environment: 'stage',
    transaction_id: crypto.randomUUID(),
    merchant: 'demo-merchant',
    kind: 'manual_reconciliation',
    state: 'SUCCESS',
    compound: 'SUCCESS.OK',
    opened_to: Date.now(),
    ...more,
  }
  await stack.deps.store.db
    .insertInto('discrepancies')
    .values(row)
    .onConflict((open) => open.doNothing())
    .execute()
  return discrepancyIdSchema.parse(row.id)
}

/** Discrepancies of a transaction in our records. */
export function listDiscrepancyRows({ deps }: Stack, transaction: string) {
  return deps.store.db
    .selectFrom('discrepancies')
    .selectAll()
    .where('transaction_id', '=', transaction)
    .orderBy('seq')
    .execute()
}
