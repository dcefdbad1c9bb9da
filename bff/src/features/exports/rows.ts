import {
  type ExportRequestStatus,
  type ExportRequestView,
  type ExportSelection,
  exportSelectionSchema,
} from '@paydesk/shared/cases/export-requests'
import { exportRequestIdSchema, type MerchantId } from '@paydesk/shared/core/ids'
import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import type { Kysely, Selectable } from 'kysely'
import { guardValue } from '../../platform/access/guarded.ts'
import {
  canAnswerStaffRequest,
  isAnotherPerson,
  type StaffRequestRules,
} from '../../platform/approvals/staff-requests.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, ScopedActor } from '../../platform/http/route.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { isSamePerson, type Person } from '../../platform/session/person.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { presentColleague, presentStaffAnswer, presentStaffText } from '../../records/staff-texts.ts'

export type ExportRequestRow = Selectable<DatabaseSchema['export_requests']>

/** Returns the merchants to which the export of a request is limited. */
export const parseExportMerchants = (row: Pick<ExportRequestRow, 'merchants'>): readonly MerchantId[] =>
  JSON.parse(row.merchants) as MerchantId[]

export const parseExportSelection = (row: Pick<ExportRequestRow, 'selection'>): ExportSelection =>
  exportSelectionSchema.parse(JSON.parse(row.selection))

/**
 * True for the requester and for an approver, as long as they see every merchant of the export: its number of rows and
 * its customer are of all of them.
 */
export function canSeeExportRequest(row: ExportRequestRow, { actor, scope }: ScopedActor): boolean {
  return (
    (isSamePerson(row, actor.session) || actor.permissions.has('export.approve')) &&
    parseExportMerchants(row).every((merchant) => scope.merchants.includes(merchant))
  )
}

export function deriveExportRequestStatus(row: ExportRequestRow, now: number): ExportRequestStatus {
  if (row.withdrawn_at !== null) return 'withdrawn'
  if (row.answer === 'refuse') return 'refused'
  if (row.answer === null) return row.until < now ? 'expired' : 'waiting'
  return (row.download_until ?? 0) < now ? 'over' : 'confirmed'
}

/** Request for an export of many rows, which another person approves. */
export const exportRequestRules: StaffRequestRules<ExportRequestRow> = {
  lock: 'export',
  async find(db: Kysely<DatabaseSchema>, id, caller) {
    const row = await db
      .selectFrom('export_requests')
      .selectAll()
      .where('environment', '=', caller.scope.environment)
      .where('id', '=', id)
      .executeTakeFirst()
    return row !== undefined && canSeeExportRequest(row, caller) ? row : undefined
  },
  isOpen: (row, now) => deriveExportRequestStatus(row, now) === 'waiting',
  mayAnswer: (row, actor) => actor.permissions.has('export.approve') && isAnotherPerson(row, actor),
  appendChange(trx, dialect, { environment, id, answered_at, withdrawn_at, downloads }, now) {
    // Grow the version with each step.
    const version = 1 + [answered_at, withdrawn_at].filter((at) => at !== null).length + downloads
    const change = { environment, merchant: null, kind: 'export_request', subject_id: id, version } as const
    return appendLiveChange(trx, dialect, change, now)
  },
}

/** Withdrawal, which only the requester may make, under the rules of an answer. */
export const exportWithdrawalRules: StaffRequestRules<ExportRequestRow> = {
  ...exportRequestRules,
  mayAnswer: (row, { session }) => isSamePerson(row, session),
}

export function isExportDownloadOpen(row: ExportRequestRow, person: Person, now: number): boolean {
  return deriveExportRequestStatus(row, now) === 'confirmed' && isSamePerson(row, person)
}

/** Presents a request; texts of staff follow the field permissions of the role. */
export function presentExportRequest(
  row: ExportRequestRow,
  actor: Actor,
  cipher: FieldCipher,
): ExportRequestView {
  const { session, fieldAccess } = actor
  const viewer = { fieldAccess, session, cipher }
  const now = Date.now()
  return {
    request: exportRequestIdSchema.parse(row.id),
    selection: parseExportSelection(row),
    rows: row.row_count,
    merchants: parseExportMerchants(row).filter(
      (merchant) => fieldAccess.mask(guardValue('original.merchant_id', merchant)).visibility === 'clear',
    ),
    purpose: purposeCodeSchema.parse(row.purpose),
    caseRef: row.case_ref,
    text: presentStaffText(row.sealed_text, viewer),
    by: presentColleague(row, viewer),
    at: formatIsoTime(row.at),
    until: formatIsoTime(row.until),
    status: deriveExportRequestStatus(row, now),
    answer: presentStaffAnswer(row, viewer),
    downloadUntil: row.download_until === null ? null : formatIsoTime(row.download_until),
    downloads: row.downloads,
    mayAnswer: canAnswerStaffRequest(exportRequestRules, row, actor, now),
    mayWithdraw: canAnswerStaffRequest(exportWithdrawalRules, row, actor, now),
    mayDownload: isExportDownloadOpen(row, session, now),
  }
}
