import type { CustomerHandle, EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { RecordedAmount, RecordedFacts } from '@paydesk/shared/payments/transaction-list'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { TransactionRow } from './observations.ts'

export type TransactionAmountColumns = Pick<
  TransactionRow,
  'amount_minor' | 'currency' | 'amount_source' | 'amount_text' | 'currency_text'
>

/** Columns from which `RecordedFacts` are presented. */
export type RecordedFactsRow = TransactionAmountColumns & Pick<TransactionRow, 'first_seen' | 'changed_at'>

/** Row of a customer's transaction, as far as its list shows our records. */
export type CustomerTransactionRow = RecordedFactsRow &
  Pick<TransactionRow, 'expires_at' | 'merchant_transaction_id'>

/** Rows by transaction ID. */
export type CustomerTransactionRows = ReadonlyMap<string, CustomerTransactionRow>

interface CustomerRecordsQuery {
  readonly environment: EnvironmentName
  readonly customer: CustomerHandle
  readonly merchant: MerchantId
}

/** Loads what our records know of a customer's transactions with a single query. */
export async function loadCustomerTransactionRows(
  { environment, customer, merchant }: CustomerRecordsQuery,
  { db }: Pick<Store, 'db'>,
): Promise<CustomerTransactionRows> {
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'amount_minor', 'currency', 'amount_source', 'first_seen', 'changed_at', 'expires_at'])
    .select(['merchant_transaction_id', 'amount_text', 'currency_text'])
    .where('environment', '=', environment)
    .where('customer', '=', customer)
    .where('merchant', '=', merchant)
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Presents what our records know of a transaction beside its record, for this role. */
export function presentRecordedFacts(row: RecordedFactsRow, fieldAccess: FieldAccess): RecordedFacts {
  return {
    ...presentTransactionAmount(row, fieldAccess),
    firstSeenAt: new Date(row.first_seen).toISOString(),
    changedAt: new Date(row.changed_at).toISOString(),
  }
}

/**
 * Presents the amount of a transaction with the field access of the role; an amount in another form than the
 * interface documents as it came.
 */
export function presentTransactionAmount(
  row: TransactionAmountColumns,
  fieldAccess: FieldAccess,
): RecordedAmount {
  const amount = fieldAccess.mask(guardValue('transaction.amount', row.amount_minor ?? row.amount_text))
  return {
    amount,
    currency: fieldAccess.mask(guardValue('transaction.currency', row.currency ?? row.currency_text)),
    // Hide the source as well: it would tell that there is an amount.
    amountFrom: amount.visibility === 'hidden' ? null : row.amount_source,
  }
}
