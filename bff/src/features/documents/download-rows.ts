import {
  type DownloadStatus,
  type DownloadView,
  downloadRequestId,
} from '@paydesk/shared/compliance/document-downloads'
import { documentHandle } from '@paydesk/shared/compliance/documents'
import { identityHandle } from '@paydesk/shared/core/ids'
import { purposeCode } from '@paydesk/shared/core/purpose'
import type { Kysely, Selectable } from 'kysely'
import { guard } from '../../platform/access/guarded.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Actor } from '../../platform/http/route.ts'
import { isPerson, mayBePerson } from '../../platform/session/person.ts'
import type { NewChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'
import type { Caller } from './find.ts'

export type DownloadRow = Selectable<Schema['download_requests']>

/** Requests of the merchants that this person may see. */
export function requestsSeen(db: Kysely<Schema>, { scope }: Caller) {
  return db
    .selectFrom('download_requests')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

/** Who answered, as a person to compare with. */
const answerer = ({ answered_issuer, answered_subject }: DownloadRow) => ({
  issuer: answered_issuer ?? '',
  subject: answered_subject ?? '',
})

export function statusOf(row: DownloadRow, now: number): DownloadStatus {
  if (row.answer === 'refuse') return 'refused'
  if (row.answer === null) return row.until < now ? 'expired' : 'waiting'
  if (row.fetched_at !== null) return 'fetched'
  return (row.fetch_until ?? 0) < now ? 'lapsed' : 'confirmed'
}

/** Nobody answers their own request, in whatever role or session, nor who seems to be the same person. */
export function mayAnswer(row: DownloadRow, { session }: Actor, now: number): boolean {
  return statusOf(row, now) === 'waiting' && !mayBePerson(row, session)
}

export function mayFetch(row: DownloadRow, { session }: Actor, now: number): boolean {
  return statusOf(row, now) === 'confirmed' && isPerson(row, session)
}

const time = (at: number) => new Date(at).toISOString()

function answerOf(row: DownloadRow, { session, sight }: Actor, seal: Seal): DownloadView['answer'] {
  const { answer, answered_at, answered_name, sealed_answer } = row
  if (answer === null || answered_at === null || answered_name === null) return null
  const text = sealed_answer === null ? null : (seal.open(reviewSealed, sealed_answer) ?? '')
  return {
    answer,
    text: sight.showOwn(guard('review.note', text)),
    by: { name: seal.open(reviewSealed, answered_name) ?? '', me: isPerson(answerer(row), session) },
    at: time(answered_at),
  }
}

/** A request as this person may see it: the kind of document and texts of staff under their cells. */
export function presentRequest(row: DownloadRow, actor: Actor, seal: Seal, now = Date.now()): DownloadView {
  return {
    request: downloadRequestId.parse(row.id),
    identity: identityHandle.parse(row.identity),
    document: documentHandle.parse(row.document),
    file: row.file,
    kind: actor.sight.show(
      guard('document.kind', row.sealed_kind && seal.open(reviewSealed, row.sealed_kind)),
    ),
    purpose: purposeCode.parse(row.purpose),
    caseRef: row.case_ref,
    text: actor.sight.showOwn(guard('review.note', seal.open(reviewSealed, row.sealed_text) ?? '')),
    by: { name: seal.open(reviewSealed, row.name) ?? '', me: isPerson(row, actor.session) },
    at: time(row.at),
    until: time(row.until),
    status: statusOf(row, now),
    answer: answerOf(row, actor, seal),
    fetchUntil: row.fetch_until === null ? null : time(row.fetch_until),
    mayAnswer: mayAnswer(row, actor, now),
    mayFetch: mayFetch(row, actor, now),
  }
}

/** What the live stream tells of a request: its id, and how often it went on. */
export function changeOf({ environment, merchant, id, answered_at, fetched_at }: DownloadRow): NewChange {
  const version = 1 + [answered_at, fetched_at].filter((at) => at !== null).length
  return { environment, merchant, kind: 'download', subject_id: id, version }
}
