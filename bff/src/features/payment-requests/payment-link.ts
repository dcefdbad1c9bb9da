import type { Kysely, Selectable } from 'kysely'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import {
  buildPaymentRequestCipherContext,
  type NoPaymentLinkReason,
  type PaymentLinkResult,
  type PaymentRequestRow,
} from '../../records/payment-requests.ts'

/** Columns of a transaction in our records that a payment request shows. */
export type PaymentRequestTransactionRow = Pick<
  Selectable<DatabaseSchema['transactions']>,
  'id' | 'state' | 'compound' | 'final' | 'review' | 'finality' | 'expires_at'
>

/** Loads the transactions of these requests from our records, by transaction id. */
export async function loadPaymentRequestTransactions(
  db: Kysely<DatabaseSchema>,
  environment: string,
  rows: readonly PaymentRequestRow[],
): Promise<ReadonlyMap<string, PaymentRequestTransactionRow>> {
  const ids = rows.flatMap(({ transaction_id }) => (transaction_id === null ? [] : [transaction_id]))
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('transactions')
    .select(['id', 'state', 'compound', 'final', 'review', 'finality', 'expires_at'])
    .where('environment', '=', environment)
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map((one) => [one.id, one]))
}

/**
 * Returns the reason why a created payment has no usable payment link;
 * null if it has one. `now` in ms since 1970.
 */
export function findNoPaymentLinkReason(
  row: PaymentRequestRow,
  index: PaymentRequestTransactionRow | undefined,
  now: number = Date.now(),
): NoPaymentLinkReason | null {
  if (index?.final === 1) return 'final'
  const expires = index?.expires_at ?? row.expires_at
  if (expires !== null && expires <= now) return 'expired'
  if (row.sealed_link !== null) return null
  return row.why === 'address_not_trusted' || row.why === 'answer_lost' ? row.why : 'not_kept'
}

/** Decrypts the payment link while it can be used. */
export async function decryptPaymentLink(
  row: PaymentRequestRow,
  { db, cipher }: { readonly db: Kysely<DatabaseSchema>; readonly cipher: FieldCipher },
): Promise<PaymentLinkResult> {
  if (row.status !== 'created') return { address: null, why: null }
  const index = (await loadPaymentRequestTransactions(db, row.environment, [row])).get(
    row.transaction_id ?? '',
  )
  const why = findNoPaymentLinkReason(row, index)
  if (why !== null || row.sealed_link === null) return { address: null, why }
  const address = cipher.open(buildPaymentRequestCipherContext(row, 'link'), row.sealed_link)
  if (address === null) return { address, why: 'not_kept' }
  return { address, why: null, expiresAt: index?.expires_at ?? row.expires_at }
}
