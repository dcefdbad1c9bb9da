import { customerHandle, transactionId } from '@paydesk/shared/core/ids'
import type { HandoverDesk, HandoverView } from '@paydesk/shared/work/handover'
import { handoverDesk, handoverId } from '@paydesk/shared/work/handover'
import type { Kysely, Selectable } from 'kysely'
import { guard } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { isPerson } from '../../platform/session/person.ts'
import { reviewSealed } from '../../records/review-items.ts'

export type HandoverRow = Selectable<Schema['handovers']>

export interface HandoverNeeds {
  readonly store: Store
  readonly seal: Seal
}

/** Whoever asks or answers, with where. */
export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

/** The questions that this person answers by the role in force; null where it answers none. */
export function deskOf({ session, permissions }: Actor): HandoverDesk | null {
  if (!permissions.has('handover.answer')) return null
  return handoverDesk.safeParse(session.role).data ?? null
}

/** Questions that this person may see: their own, and those that their role in force is asked. */
export function handoversSeen(db: Kysely<Schema>, { actor, scope }: Caller) {
  const { issuer, subject } = actor.session
  const desk = deskOf(actor)
  return db
    .selectFrom('handovers')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .where((is) => {
      const own = is.and([is('issuer', '=', issuer), is('subject', '=', subject)])
      return desk === null ? own : is.or([own, is('desk', '=', desk)])
    })
}

/** Nobody answers their own question, whatever their roles. */
export function mayAnswer(row: HandoverRow, actor: Actor): boolean {
  return row.desk === deskOf(actor) && !isPerson(row, actor.session)
}

const time = (at: number) => new Date(at).toISOString()

function answerOf(row: HandoverRow, { session, sight }: Actor, seal: Seal): HandoverView['answer'] {
  const { answer, answered_at, answered_name, sealed_answer } = row
  if (answer === null || answered_at === null || answered_name === null) return null
  const by = { issuer: row.answered_issuer ?? '', subject: row.answered_subject ?? '' }
  const text = sealed_answer === null ? null : (seal.open(reviewSealed, sealed_answer) ?? '')
  return {
    answer,
    text: sight.showOwn(guard('review.note', text)),
    by: { name: seal.open(reviewSealed, answered_name) ?? '', me: isPerson(by, session) },
    at: time(answered_at),
    isNew: isPerson(row, session) && row.seen_at === null,
  }
}

function aboutOf({ subject_kind, subject_id }: HandoverRow): HandoverView['about'] {
  return subject_kind === 'transaction'
    ? { kind: subject_kind, transaction: transactionId.parse(subject_id) }
    : { kind: subject_kind, customer: customerHandle.parse(subject_id) }
}

/** A question with its answer, as this person may see it: texts of staff under their cell. */
export function presentHandover(row: HandoverRow, actor: Actor, seal: Seal): HandoverView {
  const { session, sight } = actor
  return {
    handover: handoverId.parse(row.id),
    about: aboutOf(row),
    to: row.desk,
    question: sight.showOwn(guard('review.note', seal.open(reviewSealed, row.sealed_question) ?? '')),
    by: { name: seal.open(reviewSealed, row.name) ?? '', me: isPerson(row, session) },
    at: time(row.at),
    answer: answerOf(row, actor, seal),
    mayAnswer: row.answered_at === null && mayAnswer(row, actor),
  }
}

/** What the live stream tells of a question: its id and version. */
export function changeOf({ environment, merchant, id, version }: HandoverRow) {
  return { environment, merchant, kind: 'handover', subject_id: id, version } as const
}
