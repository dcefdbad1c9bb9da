import type { ExportedListName, ExportSelection } from '@paydesk/shared/cases/export-requests'
import type { ExportRequestId } from '@paydesk/shared/core/ids'
import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import {
  type AdmittedExport,
  type ExportFilter,
  type ExportQuery,
  exportRules,
} from '../../platform/approvals/export-gate.ts'
import {
  consumeStaffRequest,
  findStaffRequest,
  type StaffRequestDeps,
} from '../../platform/approvals/staff-requests.ts'
import type { AuditEvent } from '../../platform/audit/entry.ts'
import type { ScopedActor, StreamBody } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import { markReadyInboxEntryRead } from '../../records/inbox/marks.ts'
import { loadStaffLanguage } from '../../records/staff-messages.ts'
import type { ExportRowCounter } from './requests.ts'
import {
  type ExportRequestRow,
  exportRequestRules,
  isExportDownloadOpen,
  parseExportMerchants,
  parseExportSelection,
} from './rows.ts'

export interface ExportAdmissionDeps extends StaffRequestDeps {
  readonly countExportRows: ExportRowCounter
  readonly config: { readonly exportRowsWithoutApproval: number }
  /** Counts the access in the hourly budget of its person. Throws `access_limit_reached`. */
  readonly consumeBudget: (kind: 'export', caller: ScopedActor, about: string) => Promise<unknown>
}

/** Adds an event to a stream, in place of the one of its route. */
function withEvent(chunks: AsyncIterable<string | Uint8Array>, auditEvent: AuditEvent): StreamBody {
  return { [Symbol.asyncIterator]: () => chunks[Symbol.asyncIterator](), auditEvent }
}

/** Finds the approved request of this person. Throws `not_found`, also for another list, and `not_allowed`. */
async function findApproved(
  id: ExportRequestId,
  list: ExportedListName,
  caller: ScopedActor,
  deps: StaffRequestDeps,
): Promise<ExportRequestRow> {
  const row = await findStaffRequest(exportRequestRules, id, caller, deps)
  // Reject the approver too: they know the request, and still may not have the file.
  if (!isSamePerson(row, caller.actor.session)) throw new ProblemError('not_allowed')
  if (!isExportDownloadOpen(row, caller.actor.session, Date.now())) throw new ProblemError('not_found')
  if (parseExportSelection(row).list !== list) throw new ProblemError('not_found')
  return row
}

/**
 * Admits an export before its first byte, and counts it in the budget of its person: with at most the configured
 * number of rows as it is, with more rows only by an approved request of this person, which fixes filter, reference
 * time and merchants. Throws `export_needs_approval`, also if the rows have grown by more than that number since the
 * request; `bad_request` for a request beside a filter; `not_found`, `not_allowed` and `access_limit_reached`.
 */
export async function admitExport<List extends ExportedListName>(
  list: List,
  { request, ...filter }: ExportQuery<List>,
  caller: ScopedActor,
  { countExportRows, config, consumeBudget, ...deps }: ExportAdmissionDeps,
): Promise<AdmittedExport<List>> {
  const limit = config.exportRowsWithoutApproval
  const language = await loadStaffLanguage(deps.store.db, caller.actor.session)
  if (request === undefined) {
    const now = Date.now()
    // Cast is safe here and below: the query is the filter of this list, and `findApproved` checks the list.
    const selection = { list, filter } as unknown as Extract<ExportSelection, { list: List }>
    const rows = await countExportRows(selection, caller, now)
    if (rows > limit) throw new ProblemError('export_needs_approval', { needsApproval: { rows, limit } })
    await consumeBudget('export', caller, list)
    return {
      filter: selection.filter as ExportFilter<List>,
      ...{ now, caller, language },
      attachEvent: (chunks) => chunks,
    }
  }
  // Refuse a filter beside a request, which holds its own.
  if (Object.keys(filter).length > 0)
    throw new ProblemError('bad_request', { fields: [{ name: 'request', rule: 'no_more_fields' }] })
  const row = await findApproved(request, list, caller, deps)
  // Keep to the merchants of the request, all of which the person still sees.
  const scope = { ...caller.scope, merchants: parseExportMerchants(row) }
  const limited = { actor: caller.actor, scope }
  const selection = parseExportSelection(row) as Extract<ExportSelection, { list: List }>
  const rows = await countExportRows(selection, limited, row.at)
  if (rows - row.row_count > limit)
    throw new ProblemError('export_needs_approval', { needsApproval: { rows, limit } })
  await consumeBudget('export', caller, list)
  await consumeStaffRequest(exportRequestRules, request, deps, async (trx, now) => {
    const taken = await trx
      .updateTable('export_requests')
      .set(({ eb }) => ({ downloads: eb('downloads', '+', 1) }))
      .where('id', '=', request)
      .where('answer', '=', 'confirm')
      .where('download_until', '>=', now)
      .returningAll()
      .executeTakeFirst()
    if (taken !== undefined) await markReadyInboxEntryRead(trx, deps.store.dialect, row, row, now)
    return taken
  })
  const event: AuditEvent = {
    action: exportRules[list].opened,
    about: { kind: 'export_request', id: row.id },
    purpose: {
      field: null,
      code: purposeCodeSchema.parse(row.purpose),
      caseRef: row.case_ref,
      stepUpAge: null,
    },
    note: `rows:${rows}`,
  }
  return {
    filter: selection.filter as ExportFilter<List>,
    now: row.at,
    caller: limited,
    language,
    attachEvent: (chunks) => withEvent(chunks, event),
  }
}
