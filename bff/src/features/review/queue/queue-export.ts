import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CaseFilter, CaseSummary } from '@paydesk/shared/cases/review-cases'
import { formatMajorUnits, isMinorUnits } from '@paydesk/shared/core/money'
import { sql } from 'kysely'
import type { ListExportCall, ListExportColumns } from '../../../platform/approvals/define-list-export.ts'
import type { ScopedActor } from '../../../platform/http/route.ts'
import { combineSqlConditions } from '../../../platform/list-query/conditions.ts'
import type { CursorPosition } from '../../../platform/list-query/cursor.ts'
import { countRows, orderByKeyset, pageReadLimit } from '../../../platform/list-query/page.ts'
import { attachCustomerRids } from '../../../records/attach-rids.ts'
import { selectReviewCases } from '../../../records/review-cases.ts'
import { presentCaseRow } from '../present.ts'
import {
  buildCaseIndexSql,
  parseReviewQueueOrder,
  whereCaseMatchesFilter,
  whereCaseVisible,
} from './filters.ts'
import { createQueueQuery, type ReviewQueueDeps, selectCasePage } from './list.ts'

/** Columns of the export. Times are ISO 8601 UTC. */
export const caseExportColumns: ListExportColumns<'cases', CaseSummary> = [
  ['transaction_id', (row) => row.transaction],
  ['rid', (row, { masked }) => masked(row.rid)],
  ['merchant', (row, { masked }) => masked(row.merchant)],
  ['amount_minor', (row, { masked }) => (isMinorUnits(row.amount) ? masked(row.amount) : ''), 'number'],
  ['currency', (row, { masked }) => masked(row.currency)],
  ['amount', formatMajorUnits, 'number'],
  ['state', (row) => row.state.raw],
  ['compound_state', (row) => row.compound?.raw ?? ''],
  ['kind', (row) => row.kind],
  ['concerns', (row) => row.concerns.join(' ')],
  ['in_review_after', (row) => row.since.from ?? '', 'time'],
  ['in_review_until', (row) => row.since.to, 'time'],
  ['due_at', (row) => row.sla.dueAt, 'time'],
  ['sla', (row) => row.sla.state],
  ['expires_at', (row) => row.expiresAt ?? '', 'time'],
  ['claimed_by', (row, { colleague }) => colleague(row.claim?.by)],
  ['claimed_until', (row) => row.claim?.until ?? '', 'time'],
  ['snoozed_until', (row) => row.snoozedUntil ?? '', 'time'],
  ['approval_rules', (row) => row.approvalRules.join(' ')],
  ['decision', (row) => row.decision?.verdict ?? ''],
  ['decision_status', (row) => row.decision?.status ?? ''],
  ['note', ({ lastNote }, { masked }) => (lastNote === null ? '' : masked(lastNote.text))],
  ['noted_by', (row, { colleague }) => colleague(row.lastNote?.by)],
  ['noted_at', (row) => row.lastNote?.at ?? '', 'time'],
  ['test', (row, { yesNo }) => yesNo(row.test)],
]

/** Counts the rows of an export, up to `max`. */
export function countCaseExport(
  filter: CaseFilter,
  caller: ScopedActor,
  { now, max }: { readonly now: number; readonly max: number },
  deps: Pick<ReviewQueueDeps, 'store' | 'config'>,
): Promise<number> {
  const queueQuery = createQueueQuery(caller, deps, now)
  const where = combineSqlConditions([
    whereCaseVisible(queueQuery),
    whereCaseMatchesFilter(filter, queueQuery),
  ])
  const rows = sql`select 1 as x from ${buildCaseIndexSql(queueQuery, 'queue')} where ${where} limit ${sql.lit(max)}`
  return countRows(rows, deps.store)
}

/**
 * Opens the cases of a filter in batches, the oldest first and not in the order of the list: the time since which a
 * case waits never changes, so each case appears once.
 */
export async function openCaseExportBatches(
  filter: CaseFilter,
  { actor, scope, now, gone }: ListExportCall,
  deps: ReviewQueueDeps,
): Promise<AsyncIterable<readonly CaseSummary[]>> {
  const { store, cipher, config, handles } = deps
  const queueQuery = createQueueQuery({ actor, scope }, deps, now)
  const condition = whereCaseMatchesFilter(filter, queueQuery)
  const order = parseReviewQueueOrder({ sort: 'age' }, false)
  const caseViewer = {
    ...{ fieldAccess: actor.fieldAccess, session: actor.session, cipher, now },
    slaMs: config.review.slaMs,
  }
  async function* presentBatches(): AsyncGenerator<readonly CaseSummary[]> {
    let position: CursorPosition | null = null
    while (!gone.aborted) {
      const rows = await selectReviewCases(store.db, store.dialect)
        .where('i.seq', 'in', sql<number>`(${selectCasePage(queueQuery, condition, order, position)})`)
        .orderBy(orderByKeyset(order))
        .execute()
      const lines = await attachCustomerRids(rows, scope.environment, handles)
      yield lines.map((line) => presentCaseRow(line, caseViewer))
      const last = rows.at(-1)
      if (last === undefined || rows.length < pageReadLimit) return
      position = { value: last[order.column], seq: last.seq }
      // Yield to the event loop: the embedded database answers synchronously, so that other requests would wait.
      await nextTurn()
    }
  }
  return presentBatches()
}
