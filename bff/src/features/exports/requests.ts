import type {
  ExportRequestInput,
  ExportRequestQuery,
  ExportSelection,
} from '@paydesk/shared/cases/export-requests'
import type { ApprovalInput } from '@paydesk/shared/core/approval'
import type { CustomerHandle, ExportRequestId } from '@paydesk/shared/core/ids'
import { exportRules } from '../../platform/approvals/export-gate.ts'
import {
  type AnswerStaffRequestResult,
  answerStaffRequest,
  type CreateStaffRequestResult,
  canAnswerStaffRequest,
  createStaffRequest,
  type StaffRequestDeps,
} from '../../platform/approvals/staff-requests.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { buildSignerColumnValues, buildStaffAnswerColumnValues } from '../../records/staff-texts.ts'
import {
  canSeeExportRequest,
  type ExportRequestRow,
  exportRequestRules,
  exportWithdrawalRules,
  parseExportSelection,
} from './rows.ts'

export interface ExportRequestDeps extends StaffRequestDeps {
  readonly countExportRows: ExportRowCounter
}

/** Upper bound of exact counts of an export. */
export const maxCountedExportRows = 1_000_000

/**
 * Counts the rows of an export, up to `maxCountedExportRows`. `now` (ms since 1970): reference time of the filter. Throws the
 * problems of the export.
 */
export type ExportRowCounter = (
  selection: ExportSelection,
  caller: ScopedActor,
  now: number,
) => Promise<number>

/** Time limits (ms): another person answers within a day, and the requester downloads within an hour after that. */
const answerWithinMs = 86_400_000
const downloadWithinMs = 3_600_000
const listPeriodMs = 30 * 86_400_000
const maxListedRequests = 100
const maxRequestsPerDay = 20

/**
 * Requests an export of many rows; the request waits for an approver. Its filter and merchants never change. Throws
 * `not_allowed` for a list that the role does not export, `bad_request` naming `caseRef` for personal data, and the
 * problems of the export.
 */
export async function createExportRequest(
  { selection, purpose, caseRef, text }: ExportRequestInput,
  caller: ScopedActor,
  { countExportRows, ...deps }: ExportRequestDeps,
): Promise<CreateStaffRequestResult<ExportRequestRow>> {
  const { session, permissions } = caller.actor
  if (!permissions.has(exportRules[selection.list].permission)) throw new ProblemError('not_allowed')
  rejectPersonalDataInTicket('caseRef', caseRef)
  const { issuer, subject } = session
  const { environment, merchants } = caller.scope
  const rows = await countExportRows(selection, caller, Date.now())
  const own = { environment, issuer, subject }
  const selected = { merchants: JSON.stringify(merchants), selection: JSON.stringify(selection) }
  return createStaffRequest(exportRequestRules, `exports/${issuer}/${subject}`, deps, async (trx, now) => {
    const recent = await trx
      .selectFrom('export_requests')
      .selectAll()
      .where((is) => is.and(own))
      .where('at', '>', now - answerWithinMs)
      .execute()
    const open = recent.find(
      (row) =>
        exportRequestRules.isOpen(row, now) &&
        row.selection === selected.selection &&
        // Leave out a request from before the person had other merchants: they may not see it any more.
        row.merchants === selected.merchants,
    )
    if (open !== undefined) return { answer: 'open_already', row: open }
    if (recent.length >= maxRequestsPerDay) throw new ProblemError('too_many_requests', { retryAfter: 3_600 })
    const row = await trx
      .insertInto('export_requests')
      .values({
        id: generateId('er'),
        ...own,
        ...selected,
        ...buildSignerColumnValues(session, deps.cipher),
        row_count: rows,
        purpose,
        case_ref: caseRef,
        sealed_text: deps.cipher.seal(staffTextCipherContext, text),
        at: now,
        until: now + answerWithinMs,
        downloads: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { answer: 'asked', row }
  })
}

/**
 * Answers the request of another person; only the first answer counts. Throws `not_found`, and `not_allowed` for
 * the caller's own request and without the permission to approve.
 */
export function decideExportApproval(
  id: ExportRequestId,
  body: ApprovalInput,
  caller: ScopedActor,
  deps: StaffRequestDeps,
): Promise<AnswerStaffRequestResult<ExportRequestRow>> {
  return answerStaffRequest(exportRequestRules, id, caller, deps, (trx, now) =>
    trx
      .updateTable('export_requests')
      .set({
        ...buildStaffAnswerColumnValues(body, caller.actor.session, deps.cipher, now),
        download_until: body.answer === 'confirm' ? now + downloadWithinMs : null,
      })
      .where('id', '=', id)
      .where('answer', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  )
}

/** Withdraws the caller's own request while it waits. Throws `not_found`, and `not_allowed` for a colleague's. */
export function withdrawExportRequest(
  id: ExportRequestId,
  caller: ScopedActor,
  deps: StaffRequestDeps,
): Promise<AnswerStaffRequestResult<ExportRequestRow>> {
  return answerStaffRequest(exportWithdrawalRules, id, caller, deps, (trx, now) =>
    trx
      .updateTable('export_requests')
      .set({ withdrawn_at: now })
      .where('id', '=', id)
      .where('answer', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  )
}

/** True if the rows of a request are the transactions of this customer. */
function isAboutCustomer(row: ExportRequestRow, customer: CustomerHandle): boolean {
  const selection = parseExportSelection(row)
  return selection.list === 'customer_transactions' && selection.filter.customer === customer
}

/**
 * Loads the requests of the last thirty days that the caller may see, or all for the transactions of one customer:
 * newest first, at most a hundred.
 */
export async function loadExportRequests(
  { customer }: ExportRequestQuery,
  caller: ScopedActor,
  { store, cipher }: StaffRequestDeps,
) {
  const now = Date.now()
  const { session, permissions } = caller.actor
  const { issuer, subject } = session
  const here = store.db
    .selectFrom('export_requests')
    .selectAll()
    .where('environment', '=', caller.scope.environment)
  const listed = (
    customer === undefined
      ? here.where('at', '>', now - listPeriodMs)
      : // A handle has no sign with a meaning in JSON; `isAboutCustomer` reads the selection itself.
        here.where('selection', 'like', `%"${customer}"%`)
  )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  const own = listed.where('issuer', '=', issuer).where('subject', '=', subject)
  const found = await (permissions.has('export.approve') ? listed : own.limit(maxListedRequests)).execute()
  const rows = found
    .filter((row) => canSeeExportRequest(row, caller))
    .filter((row) => customer === undefined || isAboutCustomer(row, customer))
    .slice(0, maxListedRequests)
  const waiting = rows.filter((row) => canAnswerStaffRequest(exportRequestRules, row, caller.actor, now))
  return { rows, waiting: waiting.length, cipher }
}
