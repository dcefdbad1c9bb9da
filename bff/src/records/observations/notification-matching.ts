import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { NotificationColumns } from './notification-columns.ts'

export type StoredNotification = Pick<
  Selectable<DatabaseSchema['notification_queue']>,
  | 'seq'
  | 'received_at'
  | 'repeats'
  | 'proof'
  | 'status'
  | 'event'
  | 'state'
  | 'compound'
  | 'amount_minor'
  | 'currency'
  | 'amount_text'
  | 'currency_text'
  | 'tasks'
  | 'secret_hash'
  | 'effect'
  | 'late'
  | 'confirmed_at'
>

/** Limit of notifications per read, waiting ones first; the rest is left for the transaction's next read. */
const maxNotifications = 1_000

/**
 * Loads the notifications of a transaction in order of arrival, also isolated ones, because they arrived too.
 * Call before a read begins: the read resolves only these, independent of the clocks of the instances.
 */
export async function loadTransactionNotifications(
  db: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
  transaction: TransactionId,
): Promise<StoredNotification[]> {
  const rows = await db
    .selectFrom('notification_queue')
    .select(['seq', 'received_at', 'repeats', 'proof', 'status', 'event', 'state', 'compound'])
    .select(['amount_text', 'currency_text'])
    .select(['amount_minor', 'currency', 'tasks', 'secret_hash', 'effect', 'late', 'confirmed_at'])
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .orderBy(sql`case when status = 'waiting' then 0 else 1 end`)
    .orderBy('seq')
    .limit(maxNotifications)
    .execute()
  return rows.sort((a, b) => a.seq - b.seq)
}

/** Tells if a read has to resolve the notification: it waits, or its transaction was not known until now. */
export function isUnresolvedNotification(
  { status, effect }: Pick<StoredNotification, 'status' | 'effect'>,
  isFound: boolean,
): boolean {
  return status === 'waiting' || (isFound && status === 'confirmed' && effect === 'not_found')
}

export interface NotificationResolution {
  readonly effect: 'agrees' | 'changed' | 'differs' | 'not_found'
  readonly late: boolean
  readonly secretMatches: boolean | null
}

/** Result of a read, as needed to resolve notifications. */
export interface TransactionReadFinding {
  /** State of the record; null if the payment service does not know the transaction. */
  readonly state: string | null
  /** Set if this read changed the recorded state or the transaction was not known. */
  readonly changed: boolean
  /** Recorded state before the read. */
  readonly previous: { readonly state: string; readonly final: number } | null
  /** States of earlier reads. */
  readonly earlier: ReadonlySet<string>
  /** Keyed hashes of the state record's `secret`; empty without a secret. */
  readonly secrets: readonly string[]
}

/**
 * Compares one notification with the read: it agrees, announced the change, or differs. Keeps the earlier
 * effect of a notification that is processed again.
 */
export function resolveNotification(
  notification: StoredNotification,
  found: TransactionReadFinding,
  isFinal: (state: string) => boolean,
): NotificationResolution {
  const secretMatches =
    notification.secret_hash === null || found.secrets.length === 0
      ? null
      : found.secrets.includes(notification.secret_hash)
  if (notification.effect !== null && notification.effect !== 'not_found')
    return { effect: notification.effect, late: notification.late === 1, secretMatches }
  if (found.state === null) return { effect: 'not_found', late: false, secretMatches }
  if (notification.state !== null && notification.state !== found.state) {
    const { previous } = found
    const overtaken = previous !== null && previous.state !== notification.state
    const late =
      overtaken &&
      ((previous.final === 1 && !isFinal(notification.state)) || found.earlier.has(notification.state))
    return { effect: 'differs', late, secretMatches }
  }
  return { effect: found.changed ? 'changed' : 'agrees', late: false, secretMatches }
}

/** Stores the resolutions, those with the same result in one statement. */
export async function saveNotificationResolutions(
  trx: Transaction<DatabaseSchema>,
  settled: ReadonlyMap<number, NotificationResolution>,
  now: number,
): Promise<void> {
  const resolutions = Map.groupBy(settled, ([, resolution]) => JSON.stringify(resolution))
  for (const same of resolutions.values()) {
    const { effect, late, secretMatches } = same[0]?.[1] ?? {}
    const seqs = same.map(([seq]) => seq)
    await trx
      .updateTable('notification_queue')
      .set({
        status: 'confirmed',
        effect,
        late: late ? 1 : 0,
        ...(secretMatches == null ? {} : { secret_matches: Number(secretMatches) }),
        confirmed_at: now,
      })
      .where('seq', 'in', seqs)
      .where((eb) => eb.or([eb('status', '=', 'waiting'), eb('effect', '=', 'not_found')]))
      .execute()
  }
}

/** Fields by which a sent and a received notification are matched. */
export type NotificationKey = Pick<NotificationColumns, 'kind' | 'event' | 'state' | 'compound'>

const buildMatchKey = (event: string | null, state: string | null, compound: string | null) =>
  [event, state, compound].map((one) => one ?? '').join('\n')

export interface SentNotificationComparison {
  /**
   * Number of notifications that the payment service must have sent: the received ones, and the listed ones
   * that are missing.
   */
  readonly sent: number
  readonly listed: ReadonlyMap<number, boolean>
}

/**
 * Matches the list of sent notifications (interface, endpoint 4) with the received ones. `arrived`: per list
 * entry, if it was received; null for an entry that is not about a transaction. `listed`: per received
 * notification, if it is in the list. Neither side has an id per notification: the same event with the same
 * state twice needs two deliveries, even of the same bytes.
 */
export function matchSentNotifications(
  sentList: readonly NotificationKey[],
  stored: readonly StoredNotification[],
) {
  const left = new Map<string, number>()
  for (const { event, state, compound, repeats } of stored) {
    const key = buildMatchKey(event, state, compound)
    left.set(key, (left.get(key) ?? 0) + 1 + repeats)
  }
  const sent = new Set<string>()
  const arrived = sentList.map(({ kind, event, state, compound }) => {
    if (kind !== 'transaction') return null
    const key = buildMatchKey(event, state, compound)
    sent.add(key)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0
  })
  const isListed = ({ event, state, compound }: StoredNotification) =>
    sent.has(buildMatchKey(event, state, compound))
  return { arrived, listed: new Map(stored.map((one) => [one.seq, isListed(one)])) }
}

/** Counts the matches, as they are stored in the row of the transaction. */
export function compareSentNotifications(
  sentList: readonly NotificationKey[],
  stored: readonly StoredNotification[],
): SentNotificationComparison {
  const { arrived, listed } = matchSentNotifications(sentList, stored)
  return { sent: stored.length + arrived.filter((one) => one === false).length, listed }
}

/** Stores on each notification if the payment service lists it. */
export async function saveNotificationListedFlags(
  trx: Transaction<DatabaseSchema>,
  listed: SentNotificationComparison['listed'],
): Promise<void> {
  for (const value of [true, false]) {
    const seqs = [...listed].filter(([, one]) => one === value).map(([seq]) => seq)
    if (seqs.length === 0) continue
    await trx
      .updateTable('notification_queue')
      .set({ listed: Number(value) })
      .where('seq', 'in', seqs)
      .where((eb) => eb.or([eb('listed', 'is', null), eb('listed', '!=', Number(value))]))
      .execute()
  }
}
