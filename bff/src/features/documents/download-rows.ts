import {
  type DownloadRequestStatus,
  type DownloadRequestView,
  documentHandle,
  downloadRequestId,
} from '@paydesk/shared/compliance/documents'
import { identityHandle } from '@paydesk/shared/core/ids'
import { purposeCode } from '@paydesk/shared/core/purposes'
import type { Kysely, Selectable } from 'kysely'
import { guardValue } from '../../platform/access/guarded.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor } from '../../platform/http/route.ts'
import { isPossiblySamePerson, isSamePerson } from '../../platform/session/person.ts'
import type { NewChange } from '../../records/changes.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import type { DocumentCaller } from './find.ts'

export type DownloadRow = Selectable<DatabaseSchema['download_requests']>

/** Selects download requests of the merchants in the caller's scope. */
export function selectVisibleDownloads(db: Kysely<DatabaseSchema>, { scope }: DocumentCaller) {
  return db
    .selectFrom('download_requests')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

/** Person who answered the request, for comparison with a session. */
const getAnsweringPerson = ({ answered_issuer, answered_subject }: DownloadRow) => ({
  issuer: answered_issuer ?? '',
  subject: answered_subject ?? '',
})

export function deriveDownloadStatus(row: DownloadRow, now: number): DownloadRequestStatus {
  if (row.answer === 'refuse') return 'refused'
  if (row.answer === null) return row.until < now ? 'expired' : 'waiting'
  if (row.fetched_at !== null) return 'fetched'
  return (row.fetch_until ?? 0) < now ? 'lapsed' : 'confirmed'
}

/**
 * Returns false for the requester in any role or session, and for sessions that are possibly the same person.
 */
export function canAnswerDownload(row: DownloadRow, { session }: Actor, now: number): boolean {
  return deriveDownloadStatus(row, now) === 'waiting' && !isPossiblySamePerson(row, session)
}

export function canFetchDownload(row: DownloadRow, { session }: Actor, now: number): boolean {
  return deriveDownloadStatus(row, now) === 'confirmed' && isSamePerson(row, session)
}

const time = (at: number) => new Date(at).toISOString()

function presentDownloadAnswer(
  row: DownloadRow,
  { session, fieldAccess }: Actor,
  seal: FieldCipher,
): DownloadRequestView['answer'] {
  const { answer, answered_at, answered_name, sealed_answer } = row
  if (answer === null || answered_at === null || answered_name === null) return null
  const text = sealed_answer === null ? null : (seal.open(reviewCipherContext, sealed_answer) ?? '')
  return {
    answer,
    text: fieldAccess.maskOwn(guardValue('review.note', text)),
    by: {
      name: seal.open(reviewCipherContext, answered_name) ?? '',
      me: isSamePerson(getAnsweringPerson(row), session),
    },
    at: time(answered_at),
  }
}

/** Presents a request; the kind of document and the texts of staff follow the actor's field permissions. */
export function presentDownloadRequest(
  row: DownloadRow,
  actor: Actor,
  seal: FieldCipher,
  now = Date.now(),
): DownloadRequestView {
  return {
    request: downloadRequestId.parse(row.id),
    identity: identityHandle.parse(row.identity),
    document: documentHandle.parse(row.document),
    file: row.file,
    kind: actor.fieldAccess.mask(
      guardValue('document.kind', row.sealed_kind && seal.open(reviewCipherContext, row.sealed_kind)),
    ),
    purpose: purposeCode.parse(row.purpose),
    caseRef: row.case_ref,
    text: actor.fieldAccess.maskOwn(
      guardValue('review.note', seal.open(reviewCipherContext, row.sealed_text) ?? ''),
    ),
    by: { name: seal.open(reviewCipherContext, row.name) ?? '', me: isSamePerson(row, actor.session) },
    at: time(row.at),
    until: time(row.until),
    status: deriveDownloadStatus(row, now),
    answer: presentDownloadAnswer(row, actor, seal),
    fetchUntil: row.fetch_until === null ? null : time(row.fetch_until),
    mayAnswer: canAnswerDownload(row, actor, now),
    mayFetch: canFetchDownload(row, actor, now),
  }
}

/** Builds the live-stream change of a request: its id, and a version that grows with each step. */
export function buildDownloadChange({
  environment,
  merchant,
  id,
  answered_at,
  fetched_at,
}: DownloadRow): NewChange {
  const version = 1 + [answered_at, fetched_at].filter((at) => at !== null).length
  return { environment, merchant, kind: 'download', subject_id: id, version }
}
