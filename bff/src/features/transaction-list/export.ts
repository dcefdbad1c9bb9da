import { setImmediate as nextTurn } from 'node:timers/promises'
import { formatMajorUnits, isMinorUnits } from '@paydesk/shared/core/money'
import type { TransactionListFilter, TransactionListRow } from '@paydesk/shared/payments/transaction-list'
import type { ListExportCall, ListExportColumns } from '../../platform/approvals/define-list-export.ts'
import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import type { CursorPosition } from '../../platform/list-query/cursor.ts'
import { attachCustomerRids } from '../../records/attach-rids.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { DayRangeDeps } from '../../records/zone-days.ts'
import { countTransactions, countTransactionsUpTo } from './counting.ts'
import { isUnsatisfiableFilter } from './list.ts'
import { getTransactionCursorPosition, readTransactionRows } from './pages.ts'
import { presentListedTransaction } from './present.ts'
import { type ResolvedTransactionFilter, resolveTransactionListFilter } from './resolve-filter.ts'

/** Batch size of rows that are read, masked and written at a time. */
const rowsPerBatch = 500

/** Columns of the list, in its order. Times are ISO 8601 UTC. */
export const transactionExportColumns: ListExportColumns<'transactions', TransactionListRow> = [
  ['transaction_id', (row) => row.transaction],
  ['rid', (row, { masked }) => masked(row.rid)],
  ['merchant', (row, { masked }) => masked(row.merchant)],
  ['merchant_transaction_id', (row, { masked }) => masked(row.merchantTransactionId)],
  ['reference', (row, { masked }) => masked(row.reference)],
  ['state', (row) => row.state.raw],
  ['compound_state', (row) => row.compound?.raw ?? ''],
  ['in_review', (row, { yesNo }) => yesNo(row.inReview)],
  ['workflow', (row, { masked }) => masked(row.workflow)],
  ['amount_minor', (row, { masked }) => (isMinorUnits(row.amount) ? masked(row.amount) : ''), 'number'],
  ['currency', (row, { masked }) => masked(row.currency)],
  ['amount', formatMajorUnits, 'number'],
  ['amount_source', (row) => row.amountFrom ?? ''],
  ['test', (row, { yesNo }) => yesNo(row.test)],
  ['finality', (row) => row.finality],
  ['first_seen_at', (row) => row.firstSeenAt, 'time'],
  ['first_seen_by', (row) => row.firstSource],
  ['changed_after', (row) => row.changedFrom ?? '', 'time'],
  ['changed_until', (row) => row.changedAt, 'time'],
  ['read_at', (row) => row.readAt ?? '', 'time'],
  ['expires_at', (row) => row.expiresAt ?? '', 'time'],
]

export interface TransactionExportDeps extends DayRangeDeps {
  readonly store: Store
  readonly handles: HandleStore
}

async function* readMatchingRows(
  resolvedTransactionFilter: ResolvedTransactionFilter,
  { actor, gone }: Pick<ListExportCall, 'actor' | 'gone'>,
  { store, handles }: Pick<TransactionExportDeps, 'store' | 'handles'>,
): AsyncGenerator<readonly TransactionListRow[]> {
  if (isUnsatisfiableFilter(resolvedTransactionFilter)) return
  const { accessPath } = await countTransactions(resolvedTransactionFilter, store)
  let after: CursorPosition | null = null
  while (!gone.aborted) {
    const rows = await readTransactionRows(
      resolvedTransactionFilter,
      { after, limit: rowsPerBatch, accessPath },
      store,
    )
    const lines = await attachCustomerRids(rows, resolvedTransactionFilter.environment, handles)
    yield lines.map((line) => presentListedTransaction(line, actor.fieldAccess))
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerBatch) return
    after = getTransactionCursorPosition(last, resolvedTransactionFilter)
    // Yield to the event loop: the embedded database answers synchronously, so that other requests would wait.
    await nextTurn()
  }
}

/**
 * Opens all rows of the filter in batches. The order of first notice never changes, so each row appears once even if
 * other rows change meanwhile. Rejects with the problems of the filter.
 */
export async function openTransactionExportBatches(
  filter: TransactionListFilter,
  call: ListExportCall,
  deps: TransactionExportDeps,
): Promise<AsyncIterable<readonly TransactionListRow[]>> {
  const wanted = {
    ...(await resolveTransactionListFilter(filter, call, deps, call.now)),
    order: 'seen',
  } as const
  return readMatchingRows(wanted, call, deps)
}

/** Counts the rows of an export, up to `max`. Throws the problems of the export. */
export async function countTransactionExport(
  filter: TransactionListFilter,
  caller: ScopedActor,
  { now, max }: { readonly now: number; readonly max: number },
  { store, config }: Pick<TransactionExportDeps, 'store' | 'config'>,
): Promise<number> {
  const resolvedTransactionFilter = await resolveTransactionListFilter(filter, caller, { store, config }, now)
  return isUnsatisfiableFilter(resolvedTransactionFilter)
    ? 0
    : countTransactionsUpTo(resolvedTransactionFilter, max, store)
}
