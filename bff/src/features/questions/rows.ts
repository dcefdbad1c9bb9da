import {
  type QuestionRecipient,
  type QuestionView,
  questionId,
  questionRecipient,
} from '@paydesk/shared/cases/questions'
import { customerHandle, transactionId } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable } from 'kysely'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'

export type QuestionRow = Selectable<DatabaseSchema['handovers']>

export interface QuestionDeps {
  readonly store: Store
  readonly seal: FieldCipher
}

/** Person who asks or answers, with their scope. */
export interface QuestionCaller {
  readonly actor: Actor
  readonly scope: Scope
}

/** Returns the role whose questions this person answers; null if the active role answers none. */
export function getAnsweringRole({ session, permissions }: Actor): QuestionRecipient | null {
  if (!permissions.has('question.answer')) return null
  return questionRecipient.safeParse(session.role).data ?? null
}

/** Selects the questions this person may see: their own, and those asked to their active role. */
export function selectVisibleQuestions(db: Kysely<DatabaseSchema>, { actor, scope }: QuestionCaller) {
  const { issuer, subject } = actor.session
  const desk = getAnsweringRole(actor)
  return db
    .selectFrom('handovers')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .where((is) => {
      const own = is.and([is('issuer', '=', issuer), is('subject', '=', subject)])
      return desk === null ? own : is.or([own, is('desk', '=', desk)])
    })
}

/** Returns true for questions to the active role; never for one's own question, in any role. */
export function canAnswerQuestion(row: QuestionRow, actor: Actor): boolean {
  return row.desk === getAnsweringRole(actor) && !isSamePerson(row, actor.session)
}

const time = (at: number) => new Date(at).toISOString()

function presentAnswer(
  row: QuestionRow,
  { session, fieldAccess }: Actor,
  seal: FieldCipher,
): QuestionView['answer'] {
  const { answer, answered_at, answered_name, sealed_answer } = row
  if (answer === null || answered_at === null || answered_name === null) return null
  const by = { issuer: row.answered_issuer ?? '', subject: row.answered_subject ?? '' }
  const text = sealed_answer === null ? null : (seal.open(reviewCipherContext, sealed_answer) ?? '')
  return {
    answer,
    text: fieldAccess.maskOwn(guardValue('review.note', text)),
    by: { name: seal.open(reviewCipherContext, answered_name) ?? '', me: isSamePerson(by, session) },
    at: time(answered_at),
    isNew: isSamePerson(row, session) && row.seen_at === null,
  }
}

function presentSubject({ subject_kind, subject_id }: QuestionRow): QuestionView['about'] {
  return subject_kind === 'transaction'
    ? { kind: subject_kind, transaction: transactionId.parse(subject_id) }
    : { kind: subject_kind, customer: customerHandle.parse(subject_id) }
}

/** Presents a question with its answer; texts of staff are masked by field permissions. */
export function presentQuestion(row: QuestionRow, actor: Actor, seal: FieldCipher): QuestionView {
  const { session, fieldAccess } = actor
  return {
    handover: questionId.parse(row.id),
    about: presentSubject(row),
    to: row.desk,
    question: fieldAccess.maskOwn(
      guardValue('review.note', seal.open(reviewCipherContext, row.sealed_question) ?? ''),
    ),
    by: { name: seal.open(reviewCipherContext, row.name) ?? '', me: isSamePerson(row, session) },
    at: time(row.at),
    answer: presentAnswer(row, actor, seal),
    mayAnswer: row.answered_at === null && canAnswerQuestion(row, actor),
  }
}

/** Builds the live update of a question: its id and version. */
export function buildQuestionChange({ environment, merchant, id, version }: QuestionRow) {
  return { environment, merchant, kind: 'handover', subject_id: id, version } as const
}
