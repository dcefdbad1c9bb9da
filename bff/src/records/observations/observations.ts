import type { ObservationSource } from '@paydesk/shared/core/observations'
import type { Insertable, Selectable } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'

export type TransactionRow = Omit<Selectable<DatabaseSchema['transactions']>, 'seq'>
export type NewObservation = Omit<
  Insertable<DatabaseSchema['observations']>,
  'environment' | 'transaction_id' | 'version'
>

/** Interval in which a change happened, and its first source. Times in ms since 1970. */
export interface ChangeInterval {
  readonly from: number | null
  readonly to: number
  readonly source: ObservationSource
  readonly notificationSeq: number | null
}

/** Columns whose change counts as a change of the transaction; all other columns change silently. */
const watchedColumns = [
  'merchant_transaction_id',
  'reference',
  'customer',
  'workflow',
  'state',
  'compound',
  'review',
  'test',
  'amount_minor',
  'currency',
  'amount_text',
  'currency_text',
  'expires_at',
  'tasks',
  'finality',
  'sent',
  'gone',
] as const satisfies readonly (keyof TransactionRow)[]

/**
 * Tells if the transaction moved. Compares `reason`, because a list gives only the reason where a record
 * gives the compound state.
 */
export function hasTransactionStateChanged(
  before: Pick<TransactionRow, 'state' | 'reason'>,
  after: Pick<TransactionRow, 'state' | 'reason'>,
): boolean {
  return before.state !== after.state || before.reason !== after.reason
}

/** Tells if a watched column differs. */
export function hasTransactionRowChanged(before: TransactionRow, after: TransactionRow): boolean {
  return watchedColumns.some((column) => before[column] !== after[column])
}

const formatTime = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const countMissing = ({ sent, received }: TransactionRow) =>
  sent === null ? 0 : Math.max(0, sent - received)

/** Builds the observation of a transaction that is new to our records. `to`: time of the read, ms since 1970. */
export function buildFirstObservation(
  row: TransactionRow,
  source: ObservationSource,
  to: number,
): NewObservation {
  return {
    what: 'first_seen',
    source,
    from_at: null,
    to_at: to,
    before_value: null,
    after_value: row.state,
    compound: row.compound,
    notification_seq: null,
  }
}

/** Builds the observations of a change. Changes of amounts are stored without their values. */
export function buildChangeObservations(
  before: TransactionRow,
  after: TransactionRow,
  { from, to, source, notificationSeq }: ChangeInterval,
): NewObservation[] {
  const found: NewObservation[] = []
  const add = (
    what: NewObservation['what'],
    by: ObservationSource,
    before_value: string | null,
    after_value: string | null,
  ) => {
    const told = by === 'notification' ? notificationSeq : null
    found.push({
      what,
      source: by,
      from_at: from,
      to_at: to,
      before_value,
      after_value,
      compound: null,
      notification_seq: told,
    })
  }
  if (before.gone !== after.gone) add(after.gone === 1 ? 'gone' : 'back', 'read', null, null)
  if (hasTransactionStateChanged(before, after)) {
    add('state', source, before.state, after.state)
    const last = found.at(-1)
    if (last !== undefined) last.compound = after.compound
  }
  if (before.amount_minor !== after.amount_minor || before.currency !== after.currency)
    add('amount', after.amount_source ?? 'notification', null, null)
  if (before.expires_at !== after.expires_at)
    add('expiry', 'read', formatTime(before.expires_at), formatTime(after.expires_at))
  if (before.finality !== after.finality) add('finality', 'read', before.finality, after.finality)
  if (countMissing(after) > countMissing(before)) add('gap', 'read', null, String(countMissing(after)))
  return found
}
