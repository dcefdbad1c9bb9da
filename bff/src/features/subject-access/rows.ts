import type { SubjectRequestView, SubjectStatus } from '@paydesk/shared/compliance/subject'
import { subjectRequestId } from '@paydesk/shared/compliance/subject'
import { customerHandle } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable } from 'kysely'
import { guard } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { isPerson, mayBePerson, type Person } from '../../platform/session/person.ts'
import type { NewChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'

export type RequestRow = Selectable<Schema['subject_requests']>

export interface SubjectNeeds {
  readonly store: Store
  readonly seal: Seal
}

/** Whoever asks, answers or takes, with where. */
export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

/** So long a request waits for its second person, and so long a confirmed one can be taken (ms). */
export const openMs = 24 * 3_600_000

/** Requests about customers of this person's merchants. */
export function requestsSeen(db: Kysely<Schema>, { scope }: Pick<Caller, 'scope'>) {
  return db
    .selectFrom('subject_requests')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
}

/** What is stored says what was done; what time did to it is said here. */
export function statusOf(
  { status, until }: Pick<RequestRow, 'status' | 'until'>,
  now: number,
): SubjectStatus {
  if (until > now) return status
  return status === 'waiting' ? 'expired' : status === 'confirmed' ? 'over' : status
}

/** Nobody confirms their own request, in whatever role or session, nor who seems to be the same person. */
export function mayAnswer(row: RequestRow, person: Person, now: number): boolean {
  return statusOf(row, now) === 'waiting' && !mayBePerson(row, person)
}

const isSecond = ({ second_issuer, second_subject }: RequestRow, person: Person) =>
  second_issuer === person.issuer && second_subject === person.subject

/** The column that says when this person took it; null where they are neither of the two. */
export function ownTaking(row: RequestRow, person: Person): 'taken_at' | 'second_taken_at' | null {
  if (isPerson(row, person)) return 'taken_at'
  return isSecond(row, person) ? 'second_taken_at' : null
}

export function mayTake(row: RequestRow, person: Person, now: number): boolean {
  const column = ownTaking(row, person)
  return statusOf(row, now) === 'confirmed' && column !== null && row[column] === null
}

const time = (at: number) => new Date(at).toISOString()

/** A request as this person sees it; texts of staff by the eyes of their role. */
export function presentRequest(
  row: RequestRow,
  { session, sight }: Actor,
  seal: Seal,
  now = Date.now(),
): SubjectRequestView {
  const named = (sealed: string | null, me: boolean) => ({
    name: (sealed === null ? null : seal.open(reviewSealed, sealed)) ?? 'A colleague',
    me,
  })
  const by = named(row.name, isPerson(row, session))
  const second = named(row.second_name, isSecond(row, session))
  const status = statusOf(row, now)
  const words = row.second_text === null ? null : seal.open(reviewSealed, row.second_text)
  const taken = [
    ...(row.taken_at === null ? [] : [{ by, at: time(row.taken_at) }]),
    ...(row.second_taken_at === null ? [] : [{ by: second, at: time(row.second_taken_at) }]),
  ]
  return {
    request: subjectRequestId.parse(row.id),
    customer: customerHandle.parse(row.customer),
    ticket: sight.showOwn(guard('review.note', row.ticket)),
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
            text: words === null ? null : sight.showOwn(guard('review.note', words)),
          },
    mayAnswer: mayAnswer(row, session, now),
    mayTake: mayTake(row, session, now),
    taken,
  }
}

/** What the live stream tells of a request: its id, and how often it went on. */
export function changeOf(row: RequestRow): NewChange {
  const { environment, merchant, id, second_at, taken_at, second_taken_at } = row
  const version = 1 + [second_at, taken_at, second_taken_at].filter((at) => at !== null).length
  return { environment, merchant, kind: 'subject', subject_id: id, version }
}
