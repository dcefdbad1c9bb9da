import {
  type SubjectAccessRequestStatus,
  type SubjectAccessRequestView,
  subjectAccessRequestId,
} from '@paydesk/shared/compliance/subject-access'
import { customerHandle } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable } from 'kysely'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { isPossiblySamePerson, isSamePerson, type Person } from '../../platform/session/person.ts'
import type { NewChange } from '../../records/changes.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'

export type SubjectRequestRow = Selectable<DatabaseSchema['subject_access_requests']>

export interface SubjectStoreDeps {
  readonly store: Store
  readonly seal: FieldCipher
}

/** Actor who requests, answers or downloads, with the scope. */
export interface SubjectAccessCaller {
  readonly actor: Actor
  readonly scope: Scope
}

/** Time (ms) for which a request waits for its approver, and for which an approved one can be downloaded. */
export const subjectRequestOpenMs = 24 * 3_600_000

/** Selects requests about customers of the caller's merchants. */
export function selectVisibleSubjectRequests(
  db: Kysely<DatabaseSchema>,
  { scope }: Pick<SubjectAccessCaller, 'scope'>,
) {
  return db
    .selectFrom('subject_access_requests')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

/** Derives the status at `now`: the stored status holds what people did, and expiry is added here. */
export function deriveSubjectRequestStatus(
  { status, until }: Pick<SubjectRequestRow, 'status' | 'until'>,
  now: number,
): SubjectAccessRequestStatus {
  if (until > now) return status
  return status === 'waiting' ? 'expired' : status === 'confirmed' ? 'over' : status
}

/** Returns false for the requester in any role or session, and for a person who is possibly the same. */
export function canAnswerSubjectRequest(row: SubjectRequestRow, person: Person, now: number): boolean {
  return deriveSubjectRequestStatus(row, now) === 'waiting' && !isPossiblySamePerson(row, person)
}

const isApprover = ({ second_issuer, second_subject }: SubjectRequestRow, person: Person) =>
  second_issuer === person.issuer && second_subject === person.subject

/** Returns the column with this person's download time; null if they are neither requester nor approver. */
export function findOwnDownloadColumn(
  row: SubjectRequestRow,
  person: Person,
): 'taken_at' | 'second_taken_at' | null {
  if (isSamePerson(row, person)) return 'taken_at'
  return isApprover(row, person) ? 'second_taken_at' : null
}

export function canDownloadSubjectExport(row: SubjectRequestRow, person: Person, now: number): boolean {
  const column = findOwnDownloadColumn(row, person)
  return deriveSubjectRequestStatus(row, now) === 'confirmed' && column !== null && row[column] === null
}

const time = (at: number) => new Date(at).toISOString()

/** Presents a request for this person; texts of staff follow the field permissions of the role. */
export function presentSubjectRequest(
  row: SubjectRequestRow,
  { session, fieldAccess }: Actor,
  seal: FieldCipher,
  now = Date.now(),
): SubjectAccessRequestView {
  const named = (sealed: string | null, me: boolean) => ({
    name: (sealed === null ? null : seal.open(reviewCipherContext, sealed)) ?? 'A colleague',
    me,
  })
  const by = named(row.name, isSamePerson(row, session))
  const second = named(row.second_name, isApprover(row, session))
  const status = deriveSubjectRequestStatus(row, now)
  const words = row.second_text === null ? null : seal.open(reviewCipherContext, row.second_text)
  const taken = [
    ...(row.taken_at === null ? [] : [{ by, at: time(row.taken_at) }]),
    ...(row.second_taken_at === null ? [] : [{ by: second, at: time(row.second_taken_at) }]),
  ]
  return {
    request: subjectAccessRequestId.parse(row.id),
    customer: customerHandle.parse(row.customer),
    ticket: fieldAccess.maskOwn(guardValue('review.note', row.ticket)),
    by,
    at: time(row.at),
    status,
    until: status === 'waiting' || status === 'confirmed' ? time(row.until) : null,
    second:
      row.second_at === null
        ? null
        : {
            by: second,
            at: time(row.second_at),
            text: words === null ? null : fieldAccess.maskOwn(guardValue('review.note', words)),
          },
    mayAnswer: canAnswerSubjectRequest(row, session, now),
    mayTake: canDownloadSubjectExport(row, session, now),
    taken,
  }
}

/** Builds the live-stream change of a request: its id, and a version that grows with each step. */
export function buildSubjectRequestChange(row: SubjectRequestRow): NewChange {
  const { environment, merchant, id, second_at, taken_at, second_taken_at } = row
  const version = 1 + [second_at, taken_at, second_taken_at].filter((at) => at !== null).length
  return { environment, merchant, kind: 'subject', subject_id: id, version }
}
