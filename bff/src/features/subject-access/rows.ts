import type { SubjectAccessRequestStatus, SubjectAccessRequestView } from '@paydesk/shared/compliance/subject'
import { subjectAccessRequestId } from '@paydesk/shared/compliance/subject'
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

export type SubjectRequestRow = Selectable<DatabaseSchema['subject_requests']>

export interface SubjectStoreDeps {
  readonly store: Store
  readonly seal: FieldCipher
}

/** Whoever asks, answers or takes, with where. */
export interface SubjectAccessCaller {
  readonly actor: Actor
  readonly scope: Scope
}

/** So long a request waits for its second person, and so long a confirmed one can be taken (ms). */
export const subjectRequestOpenMs = 24 * 3_600_000

/** Requests about customers of this person's merchants. */
export function selectVisibleSubjectRequests(
  db: Kysely<DatabaseSchema>,
  { scope }: Pick<SubjectAccessCaller, 'scope'>,
) {
  return db
    .selectFrom('subject_requests')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

/** What is stored says what was done; what time did to it is said here. */
export function deriveSubjectRequestStatus(
  { status, until }: Pick<SubjectRequestRow, 'status' | 'until'>,
  now: number,
): SubjectAccessRequestStatus {
  if (until > now) return status
  return status === 'waiting' ? 'expired' : status === 'confirmed' ? 'over' : status
}

/** Nobody confirms their own request, in whatever role or session, nor who seems to be the same person. */
export function canAnswerSubjectRequest(row: SubjectRequestRow, person: Person, now: number): boolean {
  return deriveSubjectRequestStatus(row, now) === 'waiting' && !isPossiblySamePerson(row, person)
}

const isApprover = ({ second_issuer, second_subject }: SubjectRequestRow, person: Person) =>
  second_issuer === person.issuer && second_subject === person.subject

/** The column that says when this person took it; null where they are neither of the two. */
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

/** A request as this person sees it; texts of staff by the eyes of their role. */
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

/** What the live stream tells of a request: its id, and how often it went on. */
export function buildSubjectRequestChange(row: SubjectRequestRow): NewChange {
  const { environment, merchant, id, second_at, taken_at, second_taken_at } = row
  const version = 1 + [second_at, taken_at, second_taken_at].filter((at) => at !== null).length
  return { environment, merchant, kind: 'subject', subject_id: id, version }
}
