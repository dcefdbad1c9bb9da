import type { Source } from '@paydesk/shared/core/observed'
import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema/schema.ts'

export type Row = Omit<Selectable<Schema['transactions']>, 'seq'>
export type NewObservation = Omit<
  Insertable<Schema['observations']>,
  'environment' | 'transaction_id' | 'version'
>

/** Between which instants a change happened, and who told first. Times in ms since 1970. */
export interface Interval {
  readonly from: number | null
  readonly to: number
  readonly source: Source
  readonly inboxSeq: number | null
}

/** What an observed change of these columns is called. Columns that are left out change silently. */
const watched = [
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
  'expires_at',
  'tasks',
  'finality',
  'sent',
  'gone',
] as const satisfies readonly (keyof Row)[]

/** True where the transaction moved: the list gives a bare reason where the record gives both. */
export function moved(before: Pick<Row, 'state' | 'reason'>, after: Pick<Row, 'state' | 'reason'>): boolean {
  return before.state !== after.state || before.reason !== after.reason
}

/** True where the new row says something else than the one before. */
export function differs(before: Row, after: Row): boolean {
  return watched.some((column) => before[column] !== after[column])
}

const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const missing = ({ sent, received }: Row) => (sent === null ? 0 : Math.max(0, sent - received))

/** The first observation of a transaction. */
export function firstSeen(row: Row, source: Source, to: number): NewObservation {
  return {
    what: 'first_seen',
    source,
    from_at: null,
    to_at: to,
    before_value: null,
    after_value: row.state,
    compound: row.compound,
    inbox_seq: null,
  }
}

/** What was observed between two rows. Amounts are noted without their values. */
export function observed(
  before: Row,
  after: Row,
  { from, to, source, inboxSeq }: Interval,
): NewObservation[] {
  const found: NewObservation[] = []
  const add = (
    what: NewObservation['what'],
    by: Source,
    before_value: string | null,
    after_value: string | null,
  ) => {
    const told = by === 'notification' ? inboxSeq : null
    found.push({
      what,
      source: by,
      from_at: from,
      to_at: to,
      before_value,
      after_value,
      compound: null,
      inbox_seq: told,
    })
  }
  if (before.gone !== after.gone) add(after.gone === 1 ? 'gone' : 'back', 'read', null, null)
  if (moved(before, after)) {
    add('state', source, before.state, after.state)
    const last = found.at(-1)
    if (last !== undefined) last.compound = after.compound
  }
  if (before.amount_minor !== after.amount_minor || before.currency !== after.currency)
    add('amount', after.amount_source ?? 'notification', null, null)
  if (before.expires_at !== after.expires_at)
    add('expiry', 'read', time(before.expires_at), time(after.expires_at))
  if (before.finality !== after.finality) add('finality', 'read', before.finality, after.finality)
  if (missing(after) > missing(before)) add('gap', 'read', null, String(missing(after)))
  return found
}
