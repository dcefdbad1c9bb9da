import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { type RawBuilder, type SqlBool, sql, type Transaction, type Updateable } from 'kysely'
import { getDatabaseClock } from '../../platform/database/clock.ts'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { appendChange, type NewChange } from '../../records/changes.ts'
import type { DecisionRow } from '../../records/observations/decision-outcome.ts'
import { updateReviewCase } from '../../records/review-cases.ts'

export type DecisionStore = Pick<Store, 'db' | 'dialect' | 'wake'>

/** What becomes of a decision, and of the mark at its item. */
interface DecisionTransition {
  /** Only while its second person may still answer. */
  readonly inTime?: boolean
  /** Only once it stands and has waited for the service so long (ms). */
  readonly staleMs?: number
  readonly decision: Omit<Updateable<DatabaseSchema['decisions']>, 'id' | 'version'>
  readonly item: Omit<Updateable<DatabaseSchema['review_items']>, 'seq' | 'version'>
}

/** The item has no decision any more. */
export const noDecisionColumns = { decision: null, decision_status: null } as const

/** What the live stream tells of a decision. */
export function buildDecisionChange(
  row: Pick<DecisionRow, 'environment' | 'merchant' | 'id' | 'version'>,
): NewChange {
  const { environment, merchant, id, version } = row
  return { environment, merchant, kind: 'decision', subject_id: id, version }
}

/** True for a decision that stands and that the service has left for so long (ms), by the database's clock. */
export function isDecisionStale(dialect: Store['dialect'], staleMs: number): RawBuilder<SqlBool> {
  return sql`(status = 'confirmed' and live = 1
    and coalesce(second_at, at) <= ${getDatabaseClock(dialect)} - ${sql.lit(staleMs)})`
}

/**
 * Moves a live decision on, together with its item. Null, and nothing written, where somebody else, the
 * service or its time was first. The item is locked before the decision, as by a read of the service.
 */
export async function transitionDecision(
  trx: Transaction<DatabaseSchema>,
  dialect: Store['dialect'],
  row: DecisionRow,
  { decision, item, inTime = false, staleMs }: DecisionTransition,
): Promise<{ readonly row: DecisionRow; readonly changes: NewChange[] } | null> {
  const marked = () => {
    const item = trx
      .selectFrom('review_items')
      .select('seq')
      .where('environment', '=', row.environment)
      .where('transaction_id', '=', row.transaction_id)
      .where('ended_at', 'is', null)
      .where('decision', '=', row.id)
    return (dialect === 'postgres' ? item.forUpdate() : item).executeTakeFirst()
  }
  const before = await marked()
  const after = await trx
    .updateTable('decisions')
    .set((eb) => ({ ...decision, version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('live', '=', 1)
    .$if(inTime, (query) => query.where('expires_at', '>', getDatabaseClock(dialect)))
    .$if(staleMs !== undefined, (query) => query.where(isDecisionStale(dialect, staleMs ?? 0)))
    .returningAll()
    .executeTakeFirst()
  if (after === undefined) return null
  // It may have come under review again until the decision was ours.
  const found = before ?? (await marked())
  const change = found === undefined ? null : await updateReviewCase(trx, found.seq, item)
  return { row: after, changes: [buildDecisionChange(after), ...(change === null ? [] : [change])] }
}

/** Decisions at a time whose time is up. */
const maxExpiredPerRun = 100

/** Ends the decisions of an environment that nobody answered in time, by the database's clock. */
export async function expireDecisions(store: DecisionStore, environment: EnvironmentName): Promise<number> {
  const late = store.db
    .selectFrom('decisions')
    .selectAll()
    .where('environment', '=', environment)
    .where('status', '=', 'waiting')
    .where('expires_at', '<=', getDatabaseClock(store.dialect))
    .orderBy('at')
    .limit(maxExpiredPerRun)
  const rows = await late.execute()
  let expired = 0
  for (const row of rows) {
    const ended = await withTransaction(store, async (trx) => {
      const set = { status: 'expired', live: 0 } as const
      const settled = await transitionDecision(trx, store.dialect, row, {
        decision: set,
        item: noDecisionColumns,
      })
      await appendChange(trx, store.dialect, settled?.changes ?? [], Date.now())
      return settled
    })
    if (ended !== null) expired += 1
  }
  if (expired > 0) store.wake('changes')
  return expired
}
