import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DiscrepancyView } from '@paydesk/shared/cases/reconciliation'
import { formatMajorUnits, isMinorUnits } from '@paydesk/shared/core/money'
import { loadMessages } from '@paydesk/shared/messages/catalogue'
import { chooseLocalizedText } from '@paydesk/shared/messages/localized-text'
import type { ListExportCall, ListExportColumns } from '../../platform/approvals/define-list-export.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { ExplainDiscrepancyDeps } from './explain.ts'
import { getDiscrepancyScope } from './filters.ts'
import { attachDiscrepancyCustomerRids } from './list.ts'
import { presentDiscrepancy } from './present.ts'
import { getDiscrepancyReasons } from './reasons.ts'
import { listDiscrepancySeqs, parseReconciliationReportPeriod } from './report.ts'
import { loadDiscrepancies } from './rows.ts'

export interface ReconciliationExportDeps {
  readonly store: Store
  readonly cipher: FieldCipher
  readonly handles: HandleStore
  readonly config: { readonly zone: string } & ExplainDiscrepancyDeps['config']
}

/** Discrepancies read, masked and written per batch. */
const batchSize = 500

interface DiscrepancyLine extends DiscrepancyView {
  /** Kind and reason in words. */
  readonly description: string
  readonly reason: string
}

/** Columns of the export. Times are ISO 8601 UTC. */
export const discrepancyExportColumns: ListExportColumns<'discrepancies', DiscrepancyLine> = [
  ['discrepancy_id', (row) => row.discrepancy],
  ['kind', (row) => row.kind],
  ['description', (row) => row.description],
  ['transaction_id', (row) => row.transaction],
  ['rid', (row, { masked }) => masked(row.rid)],
  ['merchant', (row, { masked }) => masked(row.merchant)],
  ['state', (row) => row.state.raw],
  ['compound_state', (row) => row.compound?.raw ?? ''],
  ['amount_minor', (row, { masked }) => (isMinorUnits(row.amount) ? masked(row.amount) : ''), 'number'],
  ['currency', (row, { masked }) => masked(row.currency)],
  ['amount', formatMajorUnits, 'number'],
  ['opened_after', (row) => row.openedAt.from ?? '', 'time'],
  ['opened_until', (row) => row.openedAt.to, 'time'],
  ['closed_at', (row) => row.closedAt ?? '', 'time'],
  ['explanation_reason', (row) => row.reason],
  [
    'explanation_comment',
    (row, { masked }) => (row.explanation === null ? '' : masked(row.explanation.text)),
  ],
  ['ticket', (row, { masked }) => (row.explanation === null ? '' : masked(row.explanation.ticket))],
  ['explained_by', (row, { colleague }) => colleague(row.explanation?.by)],
  ['explained_at', (row) => row.explanation?.at ?? '', 'time'],
]

async function* readDescribedRows(
  numbers: readonly number[],
  { actor, scope, gone, language }: ListExportCall,
  { store, cipher, handles, config }: ReconciliationExportDeps,
): AsyncGenerator<readonly DiscrepancyLine[]> {
  const { kinds } = await loadMessages(language, 'discrepancies')
  const reasons = getDiscrepancyReasons(config.reconciliation)
  const discrepancyViewer = { fieldAccess: actor.fieldAccess, session: actor.session, cipher, reasons }
  for (let at = 0; at < numbers.length && !gone.aborted; at += batchSize) {
    const items = await loadDiscrepancies(store.db, numbers.slice(at, at + batchSize))
    const lines = await attachDiscrepancyCustomerRids(items, scope.environment, handles)
    const rows = lines.map((line) => presentDiscrepancy(line, discrepancyViewer))
    yield rows.map((row) => ({
      ...row,
      description: kinds[row.kind].says,
      reason: row.explanation === null ? '' : chooseLocalizedText(row.explanation.reason.label, language),
    }))
    // Pause: the embedded database answers synchronously, so other requests would get no turn.
    await nextTurn()
  }
}

/** Day of an export, by default the one of `now` (ms since 1970). */
interface ReportDay {
  readonly day?: string | undefined
  readonly now: number
}

/** Lists the numbers of the rows of an export. Throws `bad_request` naming `day`. */
export function listReconciliationExportSeqs(
  { day, now }: ReportDay,
  caller: ScopedActor,
  { store, config }: { readonly store: Store; readonly config: { readonly zone: string } },
): Promise<number[]> {
  const span = parseReconciliationReportPeriod(config.zone, day, 1, now)
  return listDiscrepancySeqs(store, getDiscrepancyScope(caller, store), span)
}

/**
 * Opens the discrepancies open at any time of a day, in batches. The set is fixed at the beginning: a discrepancy is
 * listed once although others open and close meanwhile. Throws `bad_request` naming `day`.
 */
export async function openReconciliationReportExportBatches(
  filter: { readonly day?: string | undefined },
  call: ListExportCall,
  deps: ReconciliationExportDeps,
): Promise<AsyncIterable<readonly DiscrepancyLine[]>> {
  const numbers = await listReconciliationExportSeqs({ ...filter, now: call.now }, call, deps)
  return readDescribedRows(numbers, call, deps)
}
