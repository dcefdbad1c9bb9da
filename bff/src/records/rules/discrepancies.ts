import { type DiscrepancyKind, discrepancyKindSchema } from '@paydesk/shared/cases/reconciliation'
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import { unwrapGuardedForRule } from '../../platform/access/guarded.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import type { TransactionRowChange } from '../confirmation/apply-confirmed-read.ts'
import type { NewLiveChange } from '../live-changes.ts'
import { computeNextDiscrepancyReadAt, maxReadScheduleAheadMs } from '../next-read.ts'
import type { TransactionRow } from '../observations/observations.ts'
import { loadStoredTransactionFacts } from '../observations/stored-transaction-facts.ts'
import type { ContradictionInput } from './contradiction-rule.ts'
import { discrepancyRules } from './discrepancy-kinds.ts'
import { extractRecordFacts } from './record-facts.ts'

export type DiscrepancyRow = Selectable<DatabaseSchema['discrepancies']>

/** Record of a read, beside the row that was written from it. */
interface ReadRecord {
  readonly record: StateRecord
  readonly production: boolean
  /** Time of the answer in ms since 1970. */
  readonly arrivedAt: number
}

const identityKinds: ReadonlySet<string> = new Set(
  discrepancyRules.filter(({ about }) => about === 'identity').map(({ kind }) => kind),
)
const changeColumns = ['environment', 'merchant', 'id', 'version', 'kind'] as const

/** Builds the live-stream change of a discrepancy, for users who may see its kind. */
export function buildDiscrepancyLiveChange(
  row: Pick<DiscrepancyRow, (typeof changeColumns)[number]>,
): NewLiveChange {
  const { environment, merchant, id, version } = row
  const kind = identityKinds.has(row.kind) ? 'discrepancy' : 'discrepancy_every'
  return { environment, merchant, kind, subject_id: id, version }
}

function loadOpenDiscrepancies(
  trx: Transaction<DatabaseSchema>,
  { environment, id }: TransactionRow,
): Promise<DiscrepancyRow[]> {
  return trx
    .selectFrom('discrepancies')
    .selectAll()
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * Returns the customer to compare with: as long as a changed customer is an open discrepancy, the former
 * customer.
 */
function resolveFormerCustomer(
  { before, after }: TransactionRowChange,
  open: readonly DiscrepancyRow[],
): string | null {
  const renamed = open.find(({ kind }) => kind === 'other_customer')
  return renamed?.previous_customer ?? before?.customer ?? after.customer
}

async function loadRuleInput(
  trx: Transaction<DatabaseSchema>,
  transactionRowChange: TransactionRowChange,
  { record, production, arrivedAt }: ReadRecord,
  open: readonly DiscrepancyRow[],
): Promise<ContradictionInput> {
  // Skip the sum for most records, because they name no lifetime total.
  const totals = unwrapGuardedForRule(record.identity.ledger_lifetime_amount) !== null
  const storedFacts = await loadStoredTransactionFacts(trx, transactionRowChange.after, {
    now: arrivedAt,
    totals,
  })
  return {
    facts: extractRecordFacts(record, new Date(arrivedAt).toISOString()),
    record,
    production,
    customer: transactionRowChange.after.customer,
    storedFacts: { ...storedFacts, customer: resolveFormerCustomer(transactionRowChange, open) },
  }
}

/** Picks the columns that a discrepancy shows of its transaction. */
const pickDisplayColumns = ({
  merchant,
  customer,
  state,
  compound,
  amount_minor,
  currency,
}: TransactionRow) => ({
  ...{ merchant, customer, state, compound, amount_minor, currency },
})

async function openDiscrepancies(
  trx: Transaction<DatabaseSchema>,
  { before, after }: TransactionRowChange,
  kinds: readonly DiscrepancyKind[],
  { storedFacts, facts }: ContradictionInput,
): Promise<NewLiveChange[]> {
  if (kinds.length === 0) return []
  const rows = kinds.map((kind) => ({
    id: generateId('x'),
    environment: after.environment,
    transaction_id: after.id,
    ...pickDisplayColumns(after),
    kind,
    previous_customer: kind === 'other_customer' ? (storedFacts?.customer ?? null) : null,
    opened_from: before === undefined ? null : (before.read_at ?? before.first_seen),
    opened_to: facts.readAt,
  }))
  const begun = await trx
    .insertInto('discrepancies')
    .values(rows)
    // Ignore a conflict: another run judged the same read first.
    .onConflict((conflict) =>
      conflict.columns(['environment', 'transaction_id', 'kind']).where('closed_at', 'is', null).doNothing(),
    )
    .returning(changeColumns)
    .execute()
  return begun.map(buildDiscrepancyLiveChange)
}

async function updateDiscrepancyRows(
  trx: Transaction<DatabaseSchema>,
  items: readonly DiscrepancyRow[],
  set: Partial<ReturnType<typeof pickDisplayColumns>> | { readonly closed_at: RawBuilder<number> },
): Promise<NewLiveChange[]> {
  if (items.length === 0) return []
  const written = await trx
    .updateTable('discrepancies')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where(
      'seq',
      'in',
      items.map(({ seq }) => seq),
    )
    .where('closed_at', 'is', null)
    .returning(changeColumns)
    .execute()
  return written.map(buildDiscrepancyLiveChange)
}

/** Returns a closing time that is never before the opening, even if the clock was set back in between. */
const buildClosedAt = (now: number) =>
  sql<number>`case when opened_to > ${sql.lit(now)} then opened_to else ${sql.lit(now)} end`

const hasDisplayChanged = (item: DiscrepancyRow, after: TransactionRow) =>
  Object.entries(pickDisplayColumns(after)).some(([name, value]) => Reflect.get(item, name) !== value)

/** Returns the time of the next check if nothing else triggers one; null if none is needed. */
function computeNextCheckAt(at: ContradictionInput, since: readonly number[]): number | null {
  const now = at.facts.readAt
  const byClock = discrepancyRules
    .map(({ rule }) => rule.dueAt?.(at) ?? null)
    .filter((due) => due !== null)
    .filter((due) => due > now)
  const bySettling = since.map((one) => computeNextDiscrepancyReadAt(one, now))
  const next = Math.min(...byClock, ...bySettling)
  return Number.isFinite(next) ? Math.min(next, now + maxReadScheduleAheadMs) : null
}

async function scheduleNextRead(
  trx: Transaction<DatabaseSchema>,
  row: TransactionRow,
  at: number | null,
): Promise<void> {
  if (at === null || (row.next_read_at !== null && row.next_read_at <= at)) return
  await trx
    .updateTable('transactions')
    .set({ next_read_at: at })
    .where('environment', '=', row.environment)
    .where('id', '=', row.id)
    .execute()
}

/**
 * Keeps the discrepancies of a transaction in step with the facts, in the database transaction that writes
 * them: opens new contradictions, closes those that agree again, and schedules a read if either may change by
 * itself. Returns the changes to publish.
 */
export async function updateDiscrepancies(
  trx: Transaction<DatabaseSchema>,
  transactionRowChange: TransactionRowChange,
  read: ReadRecord,
): Promise<NewLiveChange[]> {
  const { before, after } = transactionRowChange
  const open = before === undefined ? [] : await loadOpenDiscrepancies(trx, after)
  const at = await loadRuleInput(trx, transactionRowChange, read, open)
  const differing = discrepancyRules.filter(({ rule }) => rule.applies(at))
  const kinds = new Set<string>(differing.map(({ kind }) => kind))
  const known = new Set(open.map(({ kind }) => kind))
  const fresh = differing.map(({ kind }) => kind).filter((kind) => !known.has(kind))
  const closed = open.filter(({ kind }) => !kinds.has(kind))
  const stays = open.filter((item) => kinds.has(item.kind))
  const now = at.facts.readAt
  const changes = [
    ...(await openDiscrepancies(trx, transactionRowChange, fresh, at)),
    ...(await updateDiscrepancyRows(trx, closed, { closed_at: buildClosedAt(now) })),
    ...(await updateDiscrepancyRows(
      trx,
      stays.filter((item) => hasDisplayChanged(item, after)),
      pickDisplayColumns(after),
    )),
  ]
  const settling = differing
    .filter(({ settles }) => settles)
    .map(({ kind }) => stays.find((item) => item.kind === kind)?.opened_to ?? now)
  await scheduleNextRead(trx, after, computeNextCheckAt(at, settling))
  return changes
}

/**
 * Parses the kind of a stored discrepancy. Throws on a kind of a former release that is not known any more.
 */
export const parseDiscrepancyKind = ({ kind }: Pick<DiscrepancyRow, 'kind'>): DiscrepancyKind =>
  discrepancyKindSchema.parse(kind)
