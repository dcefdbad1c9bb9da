import { customerHandleSchema } from '@paydesk/shared/core/ids'
import { parseTransactionState } from '@paydesk/shared/core/state'
import type { TransactionFacts } from '@paydesk/shared/payments/transaction-list'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'
import { attachCustomerRids, type RowWithRid } from '../attach-rids.ts'
import type { HandleStore } from '../handles.ts'
import { presentRecordedFacts, type RecordedFactsRow } from './amounts.ts'
import type { TransactionRow } from './observations.ts'

export interface TransactionFactsDeps {
  readonly store: Pick<Store, 'db'>
  readonly handles: Pick<HandleStore, 'resolveAll'>
}

type FactsRow = RecordedFactsRow &
  Pick<TransactionRow, 'id' | 'merchant' | 'customer' | 'state' | 'review' | 'expires_at'>

/** Rows by transaction ID. */
export type FactsByTransaction = ReadonlyMap<string, RowWithRid<FactsRow>>

/** Loads what our records know of these transactions, as far as the scope has their merchants. */
export async function loadTransactionFacts(
  transactions: readonly string[],
  { environment, merchants }: Scope,
  { store, handles }: TransactionFactsDeps,
): Promise<FactsByTransaction> {
  if (transactions.length === 0 || merchants.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('transactions')
    .select(['id', 'merchant', 'customer', 'state', 'review', 'expires_at', 'first_seen', 'changed_at'])
    .select(['amount_minor', 'currency', 'amount_source', 'amount_text', 'currency_text'])
    .where('environment', '=', environment)
    .where('id', 'in', [...new Set(transactions)])
    .where('merchant', 'in', merchants)
    .execute()
  const lines = await attachCustomerRids(rows, environment, handles)
  return new Map(lines.map((line) => [line.row.id, line]))
}

/** Presents the facts of one transaction for this role; null if our records do not have it. */
export function presentTransactionFacts(
  transaction: string,
  facts: FactsByTransaction,
  fieldAccess: FieldAccess,
): TransactionFacts | null {
  const line = facts.get(transaction)
  if (line === undefined) return null
  const { row, rid } = line
  return {
    customer: row.customer === null ? null : customerHandleSchema.parse(row.customer),
    rid: fieldAccess.mask(guardValue('rid', rid)),
    merchant: fieldAccess.mask(guardValue('original.merchant_id', row.merchant)),
    state: parseTransactionState(row.state),
    inReview: row.review === 1,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    ...presentRecordedFacts(row, fieldAccess),
  }
}
