import type { MerchantId } from '@paydesk/shared/core/ids'
import type { ObservationSource } from '@paydesk/shared/core/observations'
import { computeNextReadAt } from '../next-read.ts'
import { classifyNotificationEvent } from '../observations/notification-events.ts'
import type { StoredNotification } from '../observations/notification-matching.ts'
import {
  type ChangeInterval,
  hasTransactionStateChanged,
  type TransactionRow,
} from '../observations/observations.ts'
import {
  fingerprintUndocumentedValues,
  type ObservedUndocumentedValue,
} from '../observations/undocumented-values.ts'
import { determineFinality, hasForeignSecret } from './finality.ts'
import type { RecordReviewFacts, TransactionRecordColumns } from './transaction-columns.ts'

/** Transaction as the payment service returned it. */
export interface FoundTransaction {
  readonly merchant: MerchantId
  readonly customer: string | null
  readonly columns: TransactionRecordColumns
  readonly review: RecordReviewFacts
  readonly secrets: readonly string[]
}

/** Fields of a read that determine the row of the transaction after it. Times in ms since 1970. */
export interface TransactionRead {
  readonly environment: string
  readonly transaction: string
  readonly begunAt: number
  readonly arrivedAt: number
  readonly found: FoundTransaction | null
  readonly notifications: readonly StoredNotification[]
  /** Number of notifications that the payment service must have sent; null if the list was not requested. */
  readonly sent: number | null
  /** Amounts of the notifications that the payment service lists. */
  readonly listedAmounts: readonly AmountColumns[]
  /** Undocumented values of the record, and of the listed notifications if the list was requested. */
  readonly recordValues: readonly ObservedUndocumentedValue[]
  readonly listValues: readonly ObservedUndocumentedValue[]
  readonly source: ObservationSource
}

export interface AmountColumns {
  readonly amount_minor: number | null
  readonly currency: string | null
  readonly amount_text: string | null
  readonly currency_text: string | null
}

/** Returns the keyed hashes of the transaction's secret, from this read or else from an earlier one. */
export function resolveSecretHashes(
  found: FoundTransaction | null,
  before: TransactionRow | undefined,
): readonly string[] {
  if (found !== null && found.secrets.length > 0) return found.secrets
  return before?.secret_hash == null ? [] : [before.secret_hash]
}

/**
 * Trusts a notification of proved origin or with the transaction's secret, but never one with another secret.
 */
function isTrustedNotification(notification: StoredNotification, secrets: readonly string[]): boolean {
  if (hasForeignSecret(notification, secrets)) return false
  return (
    notification.proof !== 'none' ||
    (notification.secret_hash !== null && secrets.includes(notification.secret_hash))
  )
}

function resolveAmount(
  read: TransactionRead,
  before: TransactionRow | undefined,
  trusted: readonly StoredNotification[],
) {
  const known = {
    amount_minor: before?.amount_minor ?? null,
    currency: before?.currency ?? null,
    amount_source: before?.amount_source ?? null,
    amount_text: before?.amount_text ?? null,
    currency_text: before?.currency_text ?? null,
  }
  if (known.amount_source === 'create') return known
  // Ignore events after the end: a refund names the returned amount, not the amount of the transaction.
  const storedNotifications = trusted.filter(
    ({ event }) => classifyNotificationEvent(event).meaning !== 'after_end',
  )
  const storedNotification = storedNotifications.findLast(({ amount_minor }) => amount_minor !== null)
  const listed =
    known.amount_minor === null ? read.listedAmounts.find((one) => one.amount_minor !== null) : null
  const amountColumns = storedNotification ?? listed
  if (amountColumns != null) {
    const { amount_minor, currency } = amountColumns
    return {
      amount_minor,
      currency,
      amount_text: null,
      currency_text: null,
      amount_source: 'notification' as const,
    }
  }
  // Keep an amount in another form as it came, until one in the documented form is known.
  const asReceived =
    known.amount_minor === null
      ? (storedNotifications.findLast(({ amount_text }) => amount_text !== null) ??
        read.listedAmounts.find(({ amount_text }) => amount_text !== null))
      : undefined
  if (asReceived === undefined) return known
  const { amount_text, currency_text } = asReceived
  return { ...known, amount_text, currency_text, amount_source: 'notification' as const }
}

/** Builds the columns that need no history, from the read and the notifications before it. */
function columnsFromRead(read: TransactionRead, found: FoundTransaction, before: TransactionRow | undefined) {
  const secrets = resolveSecretHashes(found, before)
  const trusted = read.notifications.filter((one) => isTrustedNotification(one, secrets))
  const tasks = trusted.findLast((one) => one.tasks !== null)?.tasks ?? before?.tasks ?? null
  const { columns } = found
  const open = columns.final === 0
  return {
    ...columns,
    record_values: fingerprintUndocumentedValues(read.recordValues),
    secret_hash: secrets[0] ?? null,
    ...resolveAmount(read, before, trusted),
    merchant: found.merchant,
    customer: found.customer ?? before?.customer ?? null,
    review: open && (columns.review === 1 || (tasks ?? 0) > 0) ? 1 : 0,
    tasks,
    received: read.notifications.length,
    read_at: read.begunAt,
    gone: 0,
  }
}

/** Builds the row of a transaction without an earlier read, from this read alone. */
function initialRow(
  read: TransactionRead,
): Pick<
  TransactionRow,
  | 'environment'
  | 'id'
  | 'workflow'
  | 'first_seen'
  | 'first_source'
  | 'changed_from'
  | 'changed_at'
  | 'version'
  | 'sent'
  | 'listed_at'
  | 'list_values'
> {
  return {
    environment: read.environment,
    id: read.transaction,
    workflow: null,
    first_seen: read.arrivedAt,
    first_source: read.source,
    changed_from: null,
    changed_at: read.arrivedAt,
    version: 1,
    sent: null,
    listed_at: null,
    list_values: null,
  }
}

/**
 * Returns the row of a transaction after a read; null if neither the payment service nor our records
 * know the transaction. `applyConfirmedRead` compares the rows and increments the version.
 */
export function mergeReadIntoTransactionRow(
  read: TransactionRead,
  before: TransactionRow | undefined,
  interval: ChangeInterval,
): TransactionRow | null {
  const { found } = read
  if (found === null) {
    if (before === undefined) return null
    const left = before.gone === 1 ? {} : { changed_from: interval.from, changed_at: interval.to }
    const row = { ...before, ...left, gone: 1, read_at: read.begunAt }
    return { ...row, next_read_at: computeNextReadAt(row, read.arrivedAt) }
  }
  const now = columnsFromRead(read, found, before)
  const { state, final } = found.columns
  const hasMoved =
    before !== undefined && (hasTransactionStateChanged(before, found.columns) || before.gone === 1)
  const judged = determineFinality(
    { state, final: final === 1, readAt: read.begunAt },
    before === undefined || before.gone === 1 ? null : before,
    read.notifications,
    resolveSecretHashes(found, before),
  )
  const row = {
    ...(before ?? initialRow(read)),
    ...now,
    ...judged,
    ...(hasMoved ? { changed_from: interval.from, changed_at: interval.to } : {}),
    ...(read.sent === null
      ? {}
      : {
          sent: read.sent,
          listed_at: read.begunAt,
          list_values: fingerprintUndocumentedValues(read.listValues),
        }),
  }
  return { ...row, next_read_at: computeNextReadAt(row, read.arrivedAt) }
}
