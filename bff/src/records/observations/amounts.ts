import type { CustomerHandle, EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { RecordedAmount } from '@paydesk/shared/payments/transaction-list'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { TransactionRow } from './observations.ts'

export type AmountRow = Pick<
  TransactionRow,
  'amount_minor' | 'currency' | 'amount_source' | 'amount_text' | 'currency_text'
>

/** Rows with an amount, by transaction id. */
export type AmountsByTransaction = ReadonlyMap<string, AmountRow>

export interface CustomerAmountQuery {
  readonly environment: EnvironmentName
  readonly customer: CustomerHandle
  readonly merchant: MerchantId
}

/** Loads the recorded amounts of a customer's transactions with a single query. */
export async function loadCustomerAmounts(
  { environment, customer, merchant }: CustomerAmountQuery,
  { db }: Pick<Store, 'db'>,
): Promise<AmountsByTransaction> {
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'amount_minor', 'currency', 'amount_source', 'amount_text', 'currency_text'])
    .where('environment', '=', environment)
    .where('customer', '=', customer)
    .where('merchant', '=', merchant)
    .where((is) => is.or([is('amount_minor', 'is not', null), is('amount_text', 'is not', null)]))
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/**
 * Presents the amount of a transaction with the field access of the role; an amount in another form than the
 * interface documents as it came.
 */
export function presentAmount(row: AmountRow, sight: FieldAccess): RecordedAmount {
  const amount = sight.mask(guardValue('transaction.amount', row.amount_minor ?? row.amount_text))
  return {
    amount,
    currency: sight.mask(guardValue('transaction.currency', row.currency ?? row.currency_text)),
    // Hide the source as well: it would tell that there is an amount.
    amountFrom: amount.visibility === 'hidden' ? null : row.amount_source,
  }
}
