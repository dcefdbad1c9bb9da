import type { CustomerHandle, EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { KnownAmount } from '@paydesk/shared/payments/indexed'
import type { Sight } from '../../platform/access/field-access.ts'
import { guard } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Row } from './observations.ts'

export type AmountRow = Pick<Row, 'amount_minor' | 'currency' | 'amount_source'>

/** Rows with an amount by the ids of their transactions. */
export type Amounts = ReadonlyMap<string, AmountRow>

export interface OfCustomer {
  readonly environment: EnvironmentName
  readonly customer: CustomerHandle
  readonly merchant: MerchantId
}

/** The amounts that this office knows of a customer's transactions: one query, however many there are. */
export async function amountsOf(
  { environment, customer, merchant }: OfCustomer,
  { db }: Pick<Store, 'db'>,
): Promise<Amounts> {
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'amount_minor', 'currency', 'amount_source'])
    .where('environment', '=', environment)
    .where('customer', '=', customer)
    .where('merchant', '=', merchant)
    .where('amount_minor', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** The amount of a transaction as this role may see it. */
export function presentAmount(row: AmountRow, sight: Sight): KnownAmount {
  const amount = sight.show(guard('transaction.amount', row.amount_minor))
  return {
    amount,
    currency: sight.show(guard('transaction.currency', row.currency)),
    // Where an amount is hidden, nothing tells whether there is one.
    amountFrom: amount.seen === 'hidden' ? null : row.amount_source,
  }
}
