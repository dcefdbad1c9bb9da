import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TransactionListFilter, TransactionListRow } from '@paydesk/shared/payments/transaction-list'
import type { Store } from '../../platform/database/database.ts'
import { byteOrderMark, formatCsvLine, formatMaskedCsvCell } from '../../platform/http/csv.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import type { CursorPosition } from '../../platform/list-query/cursor.ts'
import { attachRids } from '../../records/attach-rids.ts'
import type { HandleStore } from '../../records/handles.ts'
import { countTransactions } from './counting.ts'
import { isUnsatisfiableFilter } from './list.ts'
import { getKeysetPlace, readTransactionRows } from './pages.ts'
import { presentTransactionLine } from './present.ts'
import {
  type ResolvedTransactionFilter,
  rejectHiddenFilters,
  resolveTransactionFilter,
} from './resolve-filter.ts'

/** Batch size of rows that are read, masked and written at a time. */
const rowsPerBatch = 500

const formatYesNo = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no')

/** Columns of the list, in its order. Times are ISO 8601 UTC, amounts minor units. */
const columns: readonly (readonly [title: string, text: (row: TransactionListRow) => string])[] = [
  ['Transaction', (row) => row.transaction],
  ['RID', (row) => formatMaskedCsvCell(row.rid)],
  ['Merchant', (row) => formatMaskedCsvCell(row.merchant)],
  ["Merchant's transaction", (row) => formatMaskedCsvCell(row.merchantTransactionId)],
  ['Reference', (row) => formatMaskedCsvCell(row.reference)],
  ['State', (row) => row.state.raw],
  ['Compound state', (row) => row.compound?.raw ?? ''],
  ['In review', (row) => formatYesNo(row.inReview)],
  ['Workflow', (row) => formatMaskedCsvCell(row.workflow)],
  ['Amount (minor units)', (row) => formatMaskedCsvCell(row.amount)],
  ['Currency', (row) => formatMaskedCsvCell(row.currency)],
  ['Amount from', (row) => row.amountFrom ?? ''],
  ['Test', (row) => formatYesNo(row.test)],
  ['Finality', (row) => row.finality],
  ['First seen', (row) => row.firstSeenAt],
  ['First seen by', (row) => row.firstSource],
  ['Changed after', (row) => row.changedFrom ?? ''],
  ['Changed not later than', (row) => row.changedAt],
  ['Last read', (row) => row.readAt ?? ''],
  ['Expires', (row) => row.expiresAt ?? ''],
]

export interface TransactionExportDeps {
  readonly store: Store
  readonly handles: HandleStore
}

interface ExportCaller {
  readonly actor: Actor
  readonly scope: Scope
  readonly gone: AbortSignal
  /** Receives the number of rows that are sent. */
  sent(rows: number): void
}

async function* streamMatchingLines(
  wanted: ResolvedTransactionFilter,
  { actor, gone, sent }: Pick<ExportCaller, 'actor' | 'gone' | 'sent'>,
  { store, handles }: TransactionExportDeps,
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvLine(columns.map(([title]) => title))
  if (isUnsatisfiableFilter(wanted)) return
  const { accessPath } = await countTransactions(wanted, store)
  let after: CursorPosition | null = null
  while (!gone.aborted) {
    const rows = await readTransactionRows(wanted, { after, limit: rowsPerBatch, accessPath }, store)
    const lines = await attachRids(rows, wanted.environment, handles)
    const presented = lines.map((line) => presentTransactionLine(line, actor.fieldAccess))
    sent(rows.length)
    if (rows.length > 0)
      yield presented.map((row) => formatCsvLine(columns.map(([, text]) => text(row)))).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerBatch) return
    after = getKeysetPlace(last, wanted)
    // Yield to the event loop: the embedded database answers at once, so nobody else would get a turn.
    await nextTurn()
  }
}

/**
 * Streams all rows of the filter as CSV, in batches and with back-pressure. The order of first notice never
 * changes, so each row appears once even if other rows change meanwhile. Throws `bad_request` before the
 * first byte if the filter reveals a value that the role sees masked.
 */
export function streamTransactionCsv(
  filter: TransactionListFilter,
  who: ExportCaller,
  needs: TransactionExportDeps,
  now: number,
): AsyncIterable<string> {
  rejectHiddenFilters(filter, who.actor.fieldAccess)
  return streamMatchingLines(
    { ...resolveTransactionFilter(filter, who.scope, now), order: 'seen' },
    who,
    needs,
  )
}
