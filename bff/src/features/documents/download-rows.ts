import {
  type DownloadRequestStatus,
  type DownloadRequestView,
  downloadRequestIdSchema,
} from '@paydesk/shared/compliance/document-downloads'
import { documentHandleSchema } from '@paydesk/shared/compliance/documents'
import { type CustomerHandle, identityHandleSchema } from '@paydesk/shared/core/ids'
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
import type { Actor, Scope, ScopedActor } from '../../platform/http/route.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import type { HandleStore } from '../../records/handles.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { presentColleague, presentStaffAnswer, presentStaffText } from '../../records/staff-texts.ts'

export type DownloadRequestRow = Selectable<DatabaseSchema['download_requests']>

/** Selects download requests of the merchants in the caller's scope. */
export function selectVisibleDownloadRequests(db: Kysely<DatabaseSchema>, { scope }: ScopedActor) {
  return db
    .selectFrom('download_requests')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

export function deriveDownloadRequestStatus(row: DownloadRequestRow, now: number): DownloadRequestStatus {
  if (row.answer === 'refuse') return 'refused'
  if (row.answer === null) return row.until < now ? 'expired' : 'waiting'
  if (row.downloaded_at !== null) return 'downloaded'
  return (row.download_until ?? 0) < now ? 'over' : 'confirmed'
}

/** Request for a file, which another person approves. */
export const downloadRequestRules: StaffRequestRules<DownloadRequestRow> = {
  lock: 'download',
  find: (db, id, caller) =>
    selectVisibleDownloadRequests(db, caller).selectAll().where('id', '=', id).executeTakeFirst(),
  isOpen: (row, now) => deriveDownloadRequestStatus(row, now) === 'waiting',
  mayAnswer: isAnotherPerson,
  appendChange(trx, dialect, { environment, merchant, id, answered_at, downloaded_at }, now) {
    // Grow the version with each step.
    const version = 1 + [answered_at, downloaded_at].filter((at) => at !== null).length
    const change = { environment, merchant, kind: 'download', subject_id: id, version } as const
    return appendLiveChange(trx, dialect, change, now)
  },
}

export function isDocumentDownloadOpen(row: DownloadRequestRow, { session }: Actor, now: number): boolean {
  return deriveDownloadRequestStatus(row, now) === 'confirmed' && isSamePerson(row, session)
}

/** Customer of each identity, by the handle of the identity. */
export type CustomersByIdentity = ReadonlyMap<
  string,
  { readonly customer: CustomerHandle; readonly rid: string; readonly merchant: string }
>

/** Finds the customers of the identities, so that an approver sees whose document is asked for. */
export async function loadCustomersByIdentity(
  rows: readonly Pick<DownloadRequestRow, 'identity'>[],
  { environment }: Pick<Scope, 'environment'>,
  handles: HandleStore,
): Promise<CustomersByIdentity> {
  const named = [...new Set(rows.map(({ identity }) => identity))]
  const found = await Promise.all(
    named.map(async (identity) => {
      const target = await handles.resolve(environment, identityHandleSchema.parse(identity))
      const [rid] = target?.plaintext.split('\n') ?? []
      if (target === null || rid === undefined) return []
      const { merchant } = target
      const customer = await handles.getOrCreateCustomerHandle(environment, merchant, rid)
      return [[identity, { customer, rid, merchant }] as const]
    }),
  )
  return new Map(found.flat())
}

/** Presents a request; the kind of document and the texts of staff follow the actor's field permissions. */
export function presentDownloadRequest(
  row: DownloadRequestRow,
  actor: Actor,
  cipher: FieldCipher,
  subjects: CustomersByIdentity,
): DownloadRequestView {
  const { session, fieldAccess } = actor
  const viewer = { fieldAccess, session, cipher }
  const now = Date.now()
  const subject = subjects.get(row.identity)
  return {
    request: downloadRequestIdSchema.parse(row.id),
    identity: identityHandleSchema.parse(row.identity),
    customer:
      subject?.merchant !== row.merchant
        ? null
        : {
            customer: subject.customer,
            rid: fieldAccess.mask(guardValue('rid', subject.rid)),
            merchant: fieldAccess.mask(guardValue('merchant.id', subject.merchant)),
          },
    document: documentHandleSchema.parse(row.document),
    file: row.file,
    kind: fieldAccess.mask(
      guardValue('document.kind', row.sealed_kind && cipher.open(staffTextCipherContext, row.sealed_kind)),
    ),
    purpose: purposeCodeSchema.parse(row.purpose),
    caseRef: row.case_ref,
    text: presentStaffText(row.sealed_text, viewer),
    by: presentColleague(row, viewer),
    at: formatIsoTime(row.at),
    until: formatIsoTime(row.until),
    status: deriveDownloadRequestStatus(row, now),
    answer: presentStaffAnswer(row, viewer),
    downloadUntil: row.download_until === null ? null : formatIsoTime(row.download_until),
    mayAnswer: canAnswerStaffRequest(downloadRequestRules, row, actor, now),
    mayDownload: isDocumentDownloadOpen(row, actor, now),
  }
}
