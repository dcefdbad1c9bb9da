import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { NotificationColumns } from './notification-columns.ts'

export type StoredNotification = Pick<
  Selectable<DatabaseSchema['inbox']>,
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
  | 'tasks'
  | 'secret_hash'
  | 'effect'
  | 'late'
  | 'confirmed_at'
>

/** More of one transaction are left for its next read; those that wait come first. */
const maxNotifications = 1_000

/**
 * The notifications of a transaction that are here now, in order of arrival, also those put aside: they
 * came. Asked before a read begins: only these are settled by it, whatever the clocks of the instances say.
 */
export async function loadTransactionNotifications(
  db: Kysely<DatabaseSchema>,
  environment: EnvironmentName,
  transaction: TransactionId,
): Promise<StoredNotification[]> {
  const rows = await db
    .selectFrom('inbox')
    .select(['seq', 'received_at', 'repeats', 'proof', 'status', 'event', 'state', 'compound'])
    .select(['amount_minor', 'currency', 'tasks', 'secret_hash', 'effect', 'late', 'confirmed_at'])
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .orderBy(sql`case when status = 'waiting' then 0 else 1 end`)
    .orderBy('seq')
    .limit(maxNotifications)
    .execute()
  return rows.sort((a, b) => a.seq - b.seq)
}

/** What a read has something to say about: one that waits, or whose transaction was not known until now. */
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

/** What a read found, as far as it settles notifications. */
export interface ReadFinding {
  /** Null where the service does not know the transaction. */
  readonly state: string | null
  /** Whether this read changed what was known, or it was known to nobody. */
  readonly changed: boolean
  /** What was known before it. */
  readonly previous: { readonly state: string; readonly final: number } | null
  /** States that were read earlier. */
  readonly earlier: ReadonlySet<string>
  /** Keyed hashes of the state record's `secret`; none where it gave none. */
  readonly secrets: readonly string[]
}

/**
 * What the read says about one notification: it agrees, announced the change, or says something else. Of one
 * that was confirmed before and is worked on again it stays what was found then.
 */
export function resolveNotification(
  notice: StoredNotification,
  found: ReadFinding,
  isFinal: (state: string) => boolean,
): NotificationResolution {
  const secretMatches =
    notice.secret_hash === null || found.secrets.length === 0
      ? null
      : found.secrets.includes(notice.secret_hash)
  if (notice.effect !== null && notice.effect !== 'not_found')
    return { effect: notice.effect, late: notice.late === 1, secretMatches }
  if (found.state === null) return { effect: 'not_found', late: false, secretMatches }
  if (notice.state !== null && notice.state !== found.state) {
    const { previous } = found
    const overtaken = previous !== null && previous.state !== notice.state
    const late =
      overtaken && ((previous.final === 1 && !isFinal(notice.state)) || found.earlier.has(notice.state))
    return { effect: 'differs', late, secretMatches }
  }
  return { effect: found.changed ? 'changed' : 'agrees', late: false, secretMatches }
}

/** Writes what became of those that were open, those of the same fate at once. */
export async function saveNotificationResolutions(
  trx: Transaction<DatabaseSchema>,
  settled: ReadonlyMap<number, NotificationResolution>,
  now: number,
): Promise<void> {
  const fates = Map.groupBy(settled, ([, fate]) => JSON.stringify(fate))
  for (const same of fates.values()) {
    const { effect, late, secretMatches } = same[0]?.[1] ?? {}
    const seqs = same.map(([seq]) => seq)
    await trx
      .updateTable('inbox')
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

/** A notification as far as one that was sent and one that came are told to be the same. */
export type NotificationKey = Pick<NotificationColumns, 'kind' | 'event' | 'state' | 'compound'>

const buildMatchKey = (event: string | null, state: string | null, compound: string | null) =>
  [event, state, compound].map((one) => one ?? '').join('\n')

export interface SentComparison {
  /** How many the service must have sent: those that came, and those that it lists and did not come. */
  readonly sent: number
  readonly listed: ReadonlyMap<number, boolean>
}

/**
 * Sets what the service lists as sent (interface, endpoint 4) beside what came: for each listed one whether
 * it arrived, null for what is no transaction's, and which of those that came are listed. Neither side has
 * an id of one notification: the same event with the same state twice needs two deliveries, be they of the
 * same bytes.
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

/** The same in numbers, as the index keeps it. */
export function compareSentNotifications(
  sentList: readonly NotificationKey[],
  stored: readonly StoredNotification[],
): SentComparison {
  const { arrived, listed } = matchSentNotifications(sentList, stored)
  return { sent: stored.length + arrived.filter((one) => one === false).length, listed }
}

/** Notes on each notification whether the service lists it. */
export async function saveListedFlags(
  trx: Transaction<DatabaseSchema>,
  listed: SentComparison['listed'],
): Promise<void> {
  for (const value of [true, false]) {
    const seqs = [...listed].filter(([, one]) => one === value).map(([seq]) => seq)
    if (seqs.length === 0) continue
    await trx
      .updateTable('inbox')
      .set({ listed: Number(value) })
      .where('seq', 'in', seqs)
      .where((eb) => eb.or([eb('listed', 'is', null), eb('listed', '!=', Number(value))]))
      .execute()
  }
}
