import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DiscrepancyReason, DiscrepancyView } from '@paydesk/shared/cases/reconciliation'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { byteOrderMark, formatCsvLine, formatMaskedCsvCell } from '../../platform/http/csv.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import type { HandleStore } from '../../records/handles.ts'
import { presentDiscrepancyTexts } from '../../records/rules/discrepancy-kinds.ts'
import { getDiscrepancyScope } from './filters.ts'
import { resolveDiscrepancyRids } from './list.ts'
import { presentDiscrepancy } from './present.ts'
import { listDiscrepancyNumbers, parseReportPeriod } from './report.ts'
import { loadDiscrepancies } from './rows.ts'

export interface ReconciliationExportDeps {
  readonly store: Store
  readonly seal: FieldCipher
  readonly handles: HandleStore
  readonly config: { readonly zone: string }
  readonly reasons: readonly DiscrepancyReason[]
}

interface ReportExportCall {
  readonly actor: Actor
  readonly scope: Scope
  readonly gone: AbortSignal
  /** Reports the number of rows of a batch. */
  sent(rows: number): void
}

/** Discrepancies read, masked and written per batch. */
const batchSize = 500

/** Columns of the CSV. Times are ISO 8601 UTC, amounts are minor units. */
const columns: readonly (readonly [title: string, text: (row: DiscrepancyView) => string])[] = [
  ['Item', (row) => row.discrepancy],
  ['Kind', (row) => row.kind],
  ['Says', ({ kind }) => presentDiscrepancyTexts([kind])[0]?.says ?? ''],
  ['Transaction', (row) => row.transaction],
  ['RID', (row) => formatMaskedCsvCell(row.rid)],
  ['Merchant', (row) => formatMaskedCsvCell(row.merchant)],
  ['State', (row) => row.state.raw],
  ['Compound state', (row) => row.compound?.raw ?? ''],
  ['Amount (minor units)', (row) => formatMaskedCsvCell(row.amount)],
  ['Currency', (row) => formatMaskedCsvCell(row.currency)],
  ['Opened after', (row) => row.openedAt.from ?? ''],
  ['Opened not later than', (row) => row.openedAt.to],
  ['Closed', (row) => row.closedAt ?? ''],
  ['Explained', (row) => row.explanation?.reason.words ?? ''],
  ['Explanation', (row) => (row.explanation === null ? '' : formatMaskedCsvCell(row.explanation.text))],
  ['Ticket', (row) => (row.explanation === null ? '' : formatMaskedCsvCell(row.explanation.ticket))],
  ['Explained by', (row) => row.explanation?.by.name ?? ''],
  ['Explained at', (row) => row.explanation?.at ?? ''],
]

async function* streamCsvLines(
  numbers: readonly number[],
  { actor, scope, gone, sent }: ReportExportCall,
  { store, seal, handles, reasons }: ReconciliationExportDeps,
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvLine(columns.map(([title]) => title))
  const looking = { sight: actor.fieldAccess, session: actor.session, seal, reasons }
  for (let at = 0; at < numbers.length && !gone.aborted; at += batchSize) {
    const items = await loadDiscrepancies(store.db, numbers.slice(at, at + batchSize))
    const lines = await resolveDiscrepancyRids(items, scope.environment, handles)
    const rows = lines.map((line) => presentDiscrepancy(line, looking))
    sent(rows.length)
    yield rows.map((row) => formatCsvLine(columns.map(([, text]) => text(row)))).join('')
    // Pause: the embedded database answers synchronously, so other requests would get no turn.
    await nextTurn()
  }
}

/**
 * Streams the discrepancies open at any time of a day as CSV, in batches and with back-pressure. The set is
 * fixed at the beginning: a discrepancy is listed once although others open and close meanwhile. Throws
 * `bad_request` naming `day` before the first byte.
 */
export async function streamReportCsv(
  day: string | undefined,
  who: ReportExportCall,
  deps: ReconciliationExportDeps,
): Promise<AsyncIterable<string>> {
  const span = parseReportPeriod(deps.config.zone, day, 1, Date.now())
  return streamCsvLines(
    await listDiscrepancyNumbers(deps.store, getDiscrepancyScope(who, deps.store), span),
    who,
    deps,
  )
}
