import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { type RawBuilder, type SqlBool, sql, type Transaction, type Updateable } from 'kysely'
import { getDatabaseClock } from '../../platform/database/clock.ts'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { appendLiveChange, type NewLiveChange } from '../../records/live-changes.ts'
import type { DecisionRow } from '../../records/observations/decision-outcome.ts'
import { updateReviewCase } from '../../records/review-cases.ts'

export type DecisionStore = Pick<Store, 'db' | 'dialect' | 'wake'>

/** Column updates for a decision and for its case. */
interface DecisionTransition {
  /** Requires that the time for an approval has not expired. */
  readonly inTime?: boolean
  /** Requires a confirmed decision that the payment service has left open for this long (ms). */
  readonly staleMs?: number
  readonly decision: Omit<Updateable<DatabaseSchema['decisions']>, 'id' | 'version'>
  readonly item: Omit<Updateable<DatabaseSchema['review_cases']>, 'seq' | 'version'>
}

/** Columns of a case without a decision. */
export const noDecisionColumnValues = { decision: null, decision_status: null } as const

/** Builds the live update of a decision. */
export function buildDecisionLiveChange(
  row: Pick<DecisionRow, 'environment' | 'merchant' | 'id' | 'version'>,
): NewLiveChange {
  const { environment, merchant, id, version } = row
  return { environment, merchant, kind: 'decision', subject_id: id, version }
}

/**
 * Condition for a confirmed decision that the payment service has left open for `staleMs`,
 * by the database clock.
 */
export function whereDecisionStale(dialect: Store['dialect'], staleMs: number): RawBuilder<SqlBool> {
  return sql`(status = 'confirmed' and live = 1
    and coalesce(approval_at, at) <= ${getDatabaseClock(dialect)} - ${sql.lit(staleMs)})`
}

/**
 * Updates a live decision together with its case. Returns null and writes nothing if the decision has changed
 * or ended meanwhile, or fails `inTime` or `staleMs`. Locks the case before the decision, in the order of a
 * read of the payment service, to avoid deadlocks.
 */
export async function transitionDecision(
  trx: Transaction<DatabaseSchema>,
  dialect: Store['dialect'],
  row: DecisionRow,
  { decision, item, inTime = false, staleMs }: DecisionTransition,
): Promise<{ readonly row: DecisionRow; readonly changes: NewLiveChange[] } | null> {
  const marked = () => {
    const item = trx
      .selectFrom('review_cases')
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
    .$if(staleMs !== undefined, (query) => query.where(whereDecisionStale(dialect, staleMs ?? 0)))
    .returningAll()
    .executeTakeFirst()
  if (after === undefined) return null
  // Look for the case again: the transaction may have re-entered review while this update waited for the row of the decision.
  const found = before ?? (await marked())
  const change = found === undefined ? null : await updateReviewCase(trx, found.seq, item)
  return { row: after, changes: [buildDecisionLiveChange(after), ...(change === null ? [] : [change])] }
}

const maxExpiredPerRun = 100

/**
 * Expires decisions of an environment whose time for an approval is over, by the database
 * clock. Returns how many.
 */
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
        item: noDecisionColumnValues,
      })
      await appendLiveChange(trx, store.dialect, settled?.changes ?? [], Date.now())
      return settled
    })
    if (ended !== null) expired += 1
  }
  if (expired > 0) store.wake('changes')
  return expired
}
