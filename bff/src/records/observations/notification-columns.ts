import { merchantIdSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { NotificationRecord } from '../../payment-service/parsing/wire.ts'
import {
  truncateText,
  unwrapGuardedForHandle,
  unwrapGuardedForStorage,
  unwrapOperationalText,
} from '../../platform/access/guarded.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { isPlainCode } from './plain-code.ts'

/**
 * Columns of the notification queue from a notification's body. The body only announces; a read of endpoint 2
 * decides.
 */
export interface NotificationColumns {
  readonly kind: NotificationRecord['kind']
  /** Transaction id; null if the body names none that could be read. */
  readonly transaction_id: string | null
  readonly merchant: string | null
  readonly event: string | null
  readonly state: string | null
  readonly compound: string | null
  readonly amount_minor: number | null
  readonly currency: string | null
  /** Amount and currency as received, if they are a number in another form than the interface documents. */
  readonly amount_text: string | null
  readonly currency_text: string | null
  readonly tasks: number | null
  readonly secret_hash: string | null
}

/**
 * Returns a state, reason, event or workflow as stored in our records: the code, or a fixed remark instead of
 * other text, which may be free text with personal data.
 */
export function sanitizePlainCode(text: string | null, length: number): string | null {
  if (text === null || text === '') return null
  return isPlainCode(text) ? truncateText(text, length) : '(no code)'
}

/** Matches a number in another form; digits in groups are left out, because an account or a card looks like them. */
const otherAmount = /^-?\d{1,15}([.,]\d{1,4})?$/

/** Returns amount and currency as received, if one of them is not in the documented form; else null. */
function keepAsReceived(amount: string, currency: string) {
  const isDocumented = wholeAmount.test(amount) && (currency === '' || /^[A-Z]{3}$/.test(currency))
  if (isDocumented || !otherAmount.test(amount)) return { amount_text: null, currency_text: null }
  return { amount_text: amount, currency_text: /^[A-Za-z]{1,8}$/.test(currency) ? currency : null }
}

const wholeAmount = /^(0|[1-9]\d{0,14})$/

/**
 * Computes keyed hashes of a transaction's `secret`, the one of the current key first. A notification carries
 * the secret if its stored hash is among those of the state record.
 */
export function computeTransactionSecretHashes(
  cipher: FieldCipher,
  environment: string,
  transaction: string,
  secret: string,
): string[] {
  return cipher.blindIndexes('transaction-secret', `${environment}\n${transaction}\n${secret}`)
}

/** Extracts kind, event and states of a notification as the notification queue stores them. */
export function extractNotificationKey({ kind, event, state, compound_state }: NotificationRecord) {
  return {
    kind,
    event: sanitizePlainCode(unwrapOperationalText(event), 64),
    state: sanitizePlainCode(unwrapOperationalText(state), 64),
    compound: sanitizePlainCode(unwrapOperationalText(compound_state), 100),
  }
}

/**
 * Extracts a notification (interface, Notifications) into the columns of the notification queue. Never throws
 * on content.
 */
export function extractNotificationColumns(
  record: NotificationRecord,
  environment: string,
  cipher: FieldCipher,
): NotificationColumns {
  const id = transactionIdSchema.safeParse(unwrapGuardedForHandle(record.id)).data ?? null
  const secret = unwrapGuardedForStorage(record.secret)
  const amount = unwrapGuardedForStorage(record.payment_amount.amount) ?? ''
  const currency = unwrapGuardedForStorage(record.payment_amount.currency) ?? ''
  const tasks = unwrapGuardedForStorage(record.outstanding_tasks.count)
  const isWhole = wholeAmount.test(amount) && /^[A-Z]{3}$/.test(currency)
  return {
    ...extractNotificationKey(record),
    transaction_id: record.kind === 'transaction' ? id : null,
    merchant:
      merchantIdSchema.safeParse(unwrapGuardedForHandle(record.original_message.merchant_id)).data ?? null,
    amount_minor: isWhole ? Number(amount) : null,
    currency: isWhole ? currency : null,
    ...keepAsReceived(amount, currency),
    tasks: tasks === null ? null : Number(tasks),
    secret_hash:
      secret === null || id === null
        ? null
        : (computeTransactionSecretHashes(cipher, environment, id, secret)[0] ?? null),
  }
}
