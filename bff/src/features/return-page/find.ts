import type { Selectable } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { computeReturnTokenIndexes } from '../../records/payment-requests.ts'

type Request = Selectable<DatabaseSchema['payment_requests']>
type Transaction = Selectable<DatabaseSchema['transactions']>

/** Columns of a payment request and its transaction that are read for the holder of the return address. */
export interface ReturnPagePayment
  extends Pick<
    Request,
    'id' | 'environment' | 'status' | 'reference' | 'transaction_id' | 'created_at' | 'expires_at'
  > {
  /** Transaction in our records; null if it is not recorded yet. */
  readonly transactionRow: Pick<
    Transaction,
    'state' | 'finality' | 'review' | 'test' | 'expires_at' | 'final_read_at' | 'read_at'
  > | null
}

const tokenPattern = /^[\w-]{32}$/
/** Limit of hashed characters, so that a long guess costs no more than a short one. */
const maxHashedChars = 64

/**
 * Finds the request of a token, or null. Runs one statement for every guess of any form, so that neither the
 * answer nor its time tells how close the guess was. Rejects if the database fails.
 */
export async function findPaymentByReturnToken(
  { store, cipher }: { readonly store: Pick<Store, 'db'>; readonly cipher: FieldCipher },
  token: string,
): Promise<ReturnPagePayment | null> {
  const row = await store.db
    .selectFrom('payment_requests as asked')
    .leftJoin('transactions as now', (join) =>
      join.onRef('now.environment', '=', 'asked.environment').onRef('now.id', '=', 'asked.transaction_id'),
    )
    .select(['asked.id', 'asked.environment', 'asked.status', 'asked.reference', 'asked.transaction_id'])
    .select(['asked.created_at', 'asked.expires_at', 'now.expires_at as now_expires_at'])
    .select(['now.state', 'now.finality', 'now.review', 'now.test', 'now.final_read_at', 'now.read_at'])
    .where('asked.return_lookup', 'in', computeReturnTokenIndexes(cipher, token.slice(0, maxHashedChars)))
    .executeTakeFirst()
  if (row === undefined || !tokenPattern.test(token)) return null
  const { id, environment, status, reference, transaction_id, created_at, expires_at } = row
  const { state, finality, review, test, final_read_at, read_at, now_expires_at } = row
  const isNoted = state !== null && finality !== null && review !== null
  return {
    ...{ id, environment, status, reference, transaction_id, created_at, expires_at },
    transactionRow: isNoted
      ? { state, finality, review, test, final_read_at, read_at, expires_at: now_expires_at }
      : null,
  }
}
