import { type DriftKind, driftKind } from '@paydesk/shared/work/drift'
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import { openForRule } from '../../platform/access/guarded.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { newId } from '../../platform/runtime/new-id.ts'
import type { NewChange } from '../changes.ts'
import type { Kept } from '../confirmation/apply-confirmed-read.ts'
import { againAt, furthest } from '../next-read.ts'
import { factsOfRow } from '../observations/indexed-facts.ts'
import type { Row } from '../observations/observations.ts'
import type { AtHand } from './contradiction-rule.ts'
import { driftRules } from './drift-kinds.ts'
import { factsOf } from './facts.ts'

export type DriftItemRow = Selectable<Schema['drift_items']>

/** A record that was read, beside what is written of it. */
interface ReadRecord {
  readonly record: StateRecord
  readonly production: boolean
  /** When its answer had come (ms since 1970). */
  readonly arrivedAt: number
}

const ofIdentity: ReadonlySet<string> = new Set(
  driftRules.filter(({ about }) => about === 'identity').map(({ kind }) => kind),
)
const told = ['environment', 'merchant', 'id', 'version', 'kind'] as const

/** What the live stream tells of an item, to those who may see its kind. */
export function driftChange(row: Pick<DriftItemRow, (typeof told)[number]>): NewChange {
  const { environment, merchant, id, version } = row
  const kind = ofIdentity.has(row.kind) ? 'drift' : 'drift_every'
  return { environment, merchant, kind, subject_id: id, version }
}

function openOf(trx: Transaction<Schema>, { environment, id }: Row): Promise<DriftItemRow[]> {
  return trx
    .selectFrom('drift_items')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

/** Whom it was known as before it was another's: as long as that is open, the former customer. */
function knownAs({ before, after }: Kept, open: readonly DriftItemRow[]): string | null {
  const renamed = open.find(({ kind }) => kind === 'other_customer')
  return renamed?.known_as ?? before?.customer ?? after.customer
}

async function atHand(
  trx: Transaction<Schema>,
  kept: Kept,
  { record, production, arrivedAt }: ReadRecord,
  open: readonly DriftItemRow[],
): Promise<AtHand> {
  // Most records name no total: then nothing is summed up.
  const totals = openForRule(record.identity.ledger_lifetime_amount) !== null
  const known = await factsOfRow(trx, kept.after, { now: arrivedAt, totals })
  return {
    facts: factsOf(record, new Date(arrivedAt).toISOString()),
    record,
    production,
    customer: kept.after.customer,
    known: { ...known, customer: knownAs(kept, open) },
  }
}

/** What an item shows of its transaction. */
const shownOf = ({ merchant, customer, state, compound, amount_minor, currency }: Row) => ({
  ...{ merchant, customer, state, compound, amount_minor, currency },
})

async function begin(
  trx: Transaction<Schema>,
  { before, after }: Kept,
  kinds: readonly DriftKind[],
  { known, facts }: AtHand,
): Promise<NewChange[]> {
  if (kinds.length === 0) return []
  const rows = kinds.map((kind) => ({
    id: newId('x'),
    environment: after.environment,
    transaction_id: after.id,
    ...shownOf(after),
    kind,
    known_as: kind === 'other_customer' ? (known?.customer ?? null) : null,
    opened_from: before === undefined ? null : (before.read_at ?? before.first_seen),
    opened_to: facts.readAt,
  }))
  const begun = await trx
    .insertInto('drift_items')
    .values(rows)
    // Whoever judged the same read a moment ago was first.
    .onConflict((conflict) =>
      conflict.columns(['environment', 'transaction_id', 'kind']).where('closed_at', 'is', null).doNothing(),
    )
    .returning(told)
    .execute()
  return begun.map(driftChange)
}

async function write(
  trx: Transaction<Schema>,
  items: readonly DriftItemRow[],
  set: Partial<ReturnType<typeof shownOf>> | { readonly closed_at: RawBuilder<number> },
): Promise<NewChange[]> {
  if (items.length === 0) return []
  const written = await trx
    .updateTable('drift_items')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where(
      'seq',
      'in',
      items.map(({ seq }) => seq),
    )
    .where('closed_at', 'is', null)
    .returning(told)
    .execute()
  return written.map(driftChange)
}

/** Nothing ends before it began, although a clock may have been put back in between. */
const closedAt = (now: number) =>
  sql<number>`case when opened_to > ${sql.lit(now)} then opened_to else ${sql.lit(now)} end`

const moved = (item: DriftItemRow, after: Row) =>
  Object.entries(shownOf(after)).some(([name, value]) => Reflect.get(item, name) !== value)

/** When this transaction is to be judged again although nothing is heard of it; null where it need not be. */
function nextJudgedAt(at: AtHand, since: readonly number[]): number | null {
  const now = at.facts.readAt
  const byClock = driftRules
    .map(({ rule }) => rule.dueAt?.(at) ?? null)
    .filter((due) => due !== null)
    .filter((due) => due > now)
  const bySettling = since.map((one) => againAt(one, now))
  const next = Math.min(...byClock, ...bySettling)
  return Number.isFinite(next) ? Math.min(next, now + furthest) : null
}

async function readAgain(trx: Transaction<Schema>, row: Row, at: number | null): Promise<void> {
  if (at === null || (row.next_read_at !== null && row.next_read_at <= at)) return
  await trx
    .updateTable('transactions')
    .set({ next_read_at: at })
    .where('environment', '=', row.environment)
    .where('id', '=', row.id)
    .execute()
}

/**
 * Keeps the items of a transaction in step with the facts, in the database transaction that writes them: what
 * contradicts now is opened, what agrees is closed, and it is read again when either may change by itself.
 * Gives what is to be told of it.
 */
export async function noteDrift(
  trx: Transaction<Schema>,
  kept: Kept,
  read: ReadRecord,
): Promise<NewChange[]> {
  const { before, after } = kept
  const open = before === undefined ? [] : await openOf(trx, after)
  const at = await atHand(trx, kept, read, open)
  const differing = driftRules.filter(({ rule }) => rule.applies(at))
  const kinds = new Set<string>(differing.map(({ kind }) => kind))
  const known = new Set(open.map(({ kind }) => kind))
  const fresh = differing.map(({ kind }) => kind).filter((kind) => !known.has(kind))
  const closed = open.filter(({ kind }) => !kinds.has(kind))
  const stays = open.filter((item) => kinds.has(item.kind))
  const now = at.facts.readAt
  const changes = [
    ...(await begin(trx, kept, fresh, at)),
    ...(await write(trx, closed, { closed_at: closedAt(now) })),
    ...(await write(
      trx,
      stays.filter((item) => moved(item, after)),
      shownOf(after),
    )),
  ]
  const settling = differing
    .filter(({ settles }) => settles)
    .map(({ kind }) => stays.find((item) => item.kind === kind)?.opened_to ?? now)
  await readAgain(trx, after, nextJudgedAt(at, settling))
  return changes
}

/** The kind of a stored item. Throws where a former release wrote one that is not known any more. */
export const kindOf = ({ kind }: Pick<DriftItemRow, 'kind'>): DriftKind => driftKind.parse(kind)
