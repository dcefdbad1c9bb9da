import { environmentNameSchema, type TransactionId } from '@paydesk/shared/core/ids'
import type { Transaction } from 'kysely'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { PaymentCreationResult } from '../../payment-service/payment-creation.ts'
import { unwrapGuardedForStorage, unwrapOperationalText } from '../../platform/access/guarded.ts'
import { getDatabaseClock } from '../../platform/database/clock.ts'
import { isDatabaseFailure } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { sleep } from '../../platform/jobs/wake-signal.ts'
import { parsePaymentServiceTimestamp } from '../../records/confirmation/payment-service-timestamp.ts'
import { recordCreatedPayment } from '../../records/confirmation/record-created-payment.ts'
import { buildPaymentRequestCipherContext, type PaymentRequestRow } from '../../records/payment-requests.ts'
import {
  appendPaymentRequestLiveChange,
  isPaymentRequestUniqueViolation,
  type PaymentRequestDeps,
} from './rows.ts'

export type RecordPaymentOutcomeDeps = Pick<PaymentRequestDeps, 'store' | 'cipher' | 'log' | 'review'>

/** Delay (ms) of the first search for a request that may have left. */
const firstSearchDelayMs = 1_000
const maxTries = 5
const retryDelayMs = 300

type RequestUpdate = Partial<Omit<PaymentRequestRow, 'id' | 'due_at' | 'ended_at' | 'version'>>

/** Transaction that the payment service created for a request. */
interface CreatedTransaction {
  readonly transaction: TransactionId
  readonly record: StateRecord
}

/**
 * Builds the columns of a created payment, except its payment link, which
 * only the answer to the create call contains.
 */
export function buildCreatedPaymentColumnValues(
  row: PaymentRequestRow,
  { transaction, record }: CreatedTransaction,
  cipher: FieldCipher,
) {
  const secret = unwrapGuardedForStorage(record.secret)
  const expires = parsePaymentServiceTimestamp(unwrapOperationalText(record.expires_at))?.at
  return {
    status: 'created',
    transaction_id: transaction,
    sealed_secret:
      secret === null ? null : cipher.seal(buildPaymentRequestCipherContext(row, 'secret'), secret),
    expires_at: expires == null ? null : Date.parse(expires),
  } as const
}

/** Records the transaction in our records, with the requested amount. */
export function recordCreatedTransaction(
  trx: Transaction<DatabaseSchema>,
  row: PaymentRequestRow,
  { transaction, record }: CreatedTransaction,
  deps: RecordPaymentOutcomeDeps,
): Promise<void> {
  const created = {
    ...{ transaction, record, environment: environmentNameSchema.parse(row.environment) },
    ...{ merchant: row.merchant, customer: row.customer, workflow: row.workflow },
    ...{ merchantTransactionId: row.merchant_transaction_id, reference: row.reference },
    ...{ amount: row.amount_minor, currency: row.currency },
  }
  return recordCreatedPayment(trx, created, deps, Date.now())
}

function buildOutcomeUpdate(
  row: PaymentRequestRow,
  made: PaymentCreationResult,
  { cipher }: RecordPaymentOutcomeDeps,
): RequestUpdate {
  switch (made.outcome) {
    case 'created': {
      const address = made.address?.reveal() ?? null
      return {
        ...buildCreatedPaymentColumnValues(row, made, cipher),
        http_status: made.status,
        why: address === null ? 'address_not_trusted' : null,
        sealed_link:
          address === null ? null : cipher.seal(buildPaymentRequestCipherContext(row, 'link'), address),
      }
    }
    case 'refused':
      return {
        ...{ status: 'refused', http_status: made.status, why: made.code },
        members: made.members.length === 0 ? null : JSON.stringify(made.members),
      }
    case 'never_left':
      return { status: 'not_sent', why: 'not_reached' }
    case 'unknown':
      return { status: 'unknown', http_status: made.status, why: made.cause.slice(0, 40) }
  }
}

type ReplaceableState = Partial<Pick<PaymentRequestRow, 'status' | 'why' | 'transaction_id'>>

/**
 * Lists the states that an outcome replaces: a late answer may find the
 * request unknown, found or absent already.
 */
function listReplaceableStates(made: PaymentCreationResult): readonly ReplaceableState[] {
  const sending: ReplaceableState = { status: 'sending' }
  if (made.outcome === 'unknown') return [sending]
  const open: readonly ReplaceableState[] = [sending, { status: 'unknown' }]
  if (made.outcome !== 'created') return open
  // Replace a payment that was found by a search: only the answer contains the payment link.
  const found = { status: 'created', why: 'answer_lost', transaction_id: made.transaction } as const
  return [...open, { status: 'absent' }, found]
}

async function writeOutcome(
  trx: Transaction<DatabaseSchema>,
  row: PaymentRequestRow,
  made: PaymentCreationResult,
  deps: RecordPaymentOutcomeDeps,
): Promise<PaymentRequestRow> {
  const { store } = deps
  const clock = getDatabaseClock(store.dialect)
  const after = await trx
    .updateTable('payment_requests')
    .set((eb) => ({
      ...buildOutcomeUpdate(row, made, deps),
      // Delete the typed content: nothing needs it any more.
      sealed_form: null,
      ...(made.outcome === 'unknown'
        ? { due_at: eb(clock, '+', firstSearchDelayMs) }
        : { ended_at: clock, due_at: null }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .where('merchant_transaction_id', '=', row.merchant_transaction_id)
    .where((is) => is.or(listReplaceableStates(made).map((one) => is.and(one))))
    .returningAll()
    .executeTakeFirst()
  if (after === undefined)
    return trx.selectFrom('payment_requests').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
  await appendPaymentRequestLiveChange(trx, after, store)
  if (made.outcome === 'created') await recordCreatedTransaction(trx, after, made, deps)
  return after
}

/**
 * Records the outcome of a request, with the transaction that the request created, and returns the row.
 * Retries on database failures: a request that is not recorded stays as it is, counts as unknown later and is
 * searched for. Rejects if the database fails each time.
 */
export async function recordPaymentRequestOutcome(
  row: PaymentRequestRow,
  made: PaymentCreationResult,
  deps: RecordPaymentOutcomeDeps,
): Promise<PaymentRequestRow> {
  const { store, log } = deps
  const cause = 'cause' in made ? made.cause : made.status
  log.info({ environment: row.environment, request: row.id, outcome: made.outcome, cause }, 'payment request')
  if (made.outcome === 'created' && made.address === null)
    log.error(
      { environment: row.environment, request: row.id },
      'a payment link was rejected: its address is not trusted',
    )
  for (let nth = 1; ; nth += 1)
    try {
      const after = await withTransaction(store, (trx) => writeOutcome(trx, row, made, deps))
      store.wake('reads')
      store.wake('changes')
      return after
    } catch (thrown) {
      // Record the outcome as unknown: another request has this very
      // transaction, so the answer was not to this one.
      if (isPaymentRequestUniqueViolation(thrown) && made.outcome === 'created')
        return recordPaymentRequestOutcome(
          row,
          { outcome: 'unknown', status: made.status, cause: 'other_request' },
          deps,
        )
      if (nth === maxTries || !isDatabaseFailure(thrown)) throw thrown
      await sleep(nth * retryDelayMs)
    }
}
