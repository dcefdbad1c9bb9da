import {
  type DownloadRequestStatus,
  type DownloadRequestView,
  documentHandle,
  downloadRequestId,
} from '@paydesk/shared/compliance/documents'
import { type CustomerHandle, identityHandle } from '@paydesk/shared/core/ids'
import { purposeCode } from '@paydesk/shared/core/purposes'
import type { Kysely, Selectable } from 'kysely'
import { guardValue } from '../../platform/access/guarded.ts'
import { canAnswerRequest, isAnotherPerson, type RequestKind } from '../../platform/approvals/requests.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope, ScopedActor } from '../../platform/http/route.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import { appendChange } from '../../records/changes.ts'
import type { HandleStore } from '../../records/handles.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import { presentColleague, presentStaffAnswer, presentStaffText } from '../../records/staff-texts.ts'

export type DownloadRow = Selectable<DatabaseSchema['download_requests']>

/** Selects download requests of the merchants in the caller's scope. */
export function selectVisibleDownloads(db: Kysely<DatabaseSchema>, { scope }: ScopedActor) {
  return db
    .selectFrom('download_requests')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

export function deriveDownloadStatus(row: DownloadRow, now: number): DownloadRequestStatus {
  if (row.answer === 'refuse') return 'refused'
  if (row.answer === null) return row.until < now ? 'expired' : 'waiting'
  if (row.downloaded_at !== null) return 'downloaded'
  return (row.download_until ?? 0) < now ? 'over' : 'confirmed'
}

/** Request for a file, which another person approves. */
export const downloadKind: RequestKind<DownloadRow> = {
  lock: 'download',
  find: (db, id, caller) =>
    selectVisibleDownloads(db, caller).selectAll().where('id', '=', id).executeTakeFirst(),
  isOpen: (row, now) => deriveDownloadStatus(row, now) === 'waiting',
  mayAnswer: isAnotherPerson,
  appendChange(trx, dialect, { environment, merchant, id, answered_at, downloaded_at }, now) {
    // Grow the version with each step.
    const version = 1 + [answered_at, downloaded_at].filter((at) => at !== null).length
    const change = { environment, merchant, kind: 'download', subject_id: id, version } as const
    return appendChange(trx, dialect, change, now)
  },
}

export function canFetchDownload(row: DownloadRow, { session }: Actor, now: number): boolean {
  return deriveDownloadStatus(row, now) === 'confirmed' && isSamePerson(row, session)
}

/** Customer of each identity, by the handle of the identity. */
export type DownloadSubjects = ReadonlyMap<
  string,
  { readonly customer: CustomerHandle; readonly rid: string; readonly merchant: string }
>

/** Finds the customers of the identities, so that an approver sees whose document is asked for. */
export async function loadDownloadSubjects(
  rows: readonly Pick<DownloadRow, 'identity'>[],
  { environment }: Pick<Scope, 'environment'>,
  handles: HandleStore,
): Promise<DownloadSubjects> {
  const named = [...new Set(rows.map(({ identity }) => identity))]
  const found = await Promise.all(
    named.map(async (identity) => {
      const target = await handles.resolve(environment, identityHandle.parse(identity))
      const [rid] = target?.id.split('\n') ?? []
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
  row: DownloadRow,
  actor: Actor,
  seal: FieldCipher,
  subjects: DownloadSubjects,
): DownloadRequestView {
  const { session, fieldAccess: sight } = actor
  const viewer = { sight, session, seal }
  const now = Date.now()
  const subject = subjects.get(row.identity)
  return {
    request: downloadRequestId.parse(row.id),
    identity: identityHandle.parse(row.identity),
    customer:
      subject?.merchant !== row.merchant
        ? null
        : {
            customer: subject.customer,
            rid: sight.mask(guardValue('rid', subject.rid)),
            merchant: sight.mask(guardValue('merchant.id', subject.merchant)),
          },
    document: documentHandle.parse(row.document),
    file: row.file,
    kind: sight.mask(
      guardValue('document.kind', row.sealed_kind && seal.open(reviewCipherContext, row.sealed_kind)),
    ),
    purpose: purposeCode.parse(row.purpose),
    caseRef: row.case_ref,
    text: presentStaffText(row.sealed_text, viewer),
    by: presentColleague(row, viewer),
    at: formatIsoTime(row.at),
    until: formatIsoTime(row.until),
    status: deriveDownloadStatus(row, now),
    answer: presentStaffAnswer(row, viewer),
    downloadUntil: row.download_until === null ? null : formatIsoTime(row.download_until),
    mayAnswer: canAnswerRequest(downloadKind, row, actor, now),
    mayDownload: canFetchDownload(row, actor, now),
  }
}
