import {
  type QuestionRecipient,
  type QuestionView,
  questionIdSchema,
  questionRecipientSchema,
} from '@paydesk/shared/cases/questions'
import { customerHandleSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Kysely, Selectable } from 'kysely'
import { canAnswerStaffRequest, type StaffRequestRules } from '../../platform/approvals/staff-requests.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, ScopedActor } from '../../platform/http/route.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { presentColleague, presentStaffAnswer, presentStaffText } from '../../records/staff-texts.ts'

export type QuestionRow = Selectable<DatabaseSchema['questions']>

/** Returns the role whose questions this person answers; null if the active role answers none. */
export function getAnsweringRole({ session, permissions }: Actor): QuestionRecipient | null {
  if (!permissions.has('question.answer')) return null
  return questionRecipientSchema.safeParse(session.role).data ?? null
}

/** Selects the questions this person may see: their own, and those asked to their active role. */
export function selectVisibleQuestions(db: Kysely<DatabaseSchema>, { actor, scope }: ScopedActor) {
  const { issuer, subject } = actor.session
  const desk = getAnsweringRole(actor)
  return db
    .selectFrom('questions')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .where((is) => {
      const own = is.and([is('issuer', '=', issuer), is('subject', '=', subject)])
      return desk === null ? own : is.or([own, is('desk', '=', desk)])
    })
}

/** Question to a role. Its answer grants nothing, so it needs no protection from accounts that look alike. */
export const questionRequestRules: StaffRequestRules<QuestionRow> = {
  lock: 'question',
  find: (db, id, caller) =>
    selectVisibleQuestions(db, caller).selectAll().where('id', '=', id).executeTakeFirst(),
  isOpen: ({ answered_at }) => answered_at === null,
  mayAnswer: (row, actor) => row.desk === getAnsweringRole(actor) && !isSamePerson(row, actor.session),
  appendChange: (trx, dialect, { environment, merchant, id, version }, now) =>
    appendLiveChange(trx, dialect, { environment, merchant, kind: 'question', subject_id: id, version }, now),
}

function presentSubject({ subject_kind, subject_id }: QuestionRow): QuestionView['about'] {
  return subject_kind === 'transaction'
    ? { kind: subject_kind, transaction: transactionIdSchema.parse(subject_id) }
    : { kind: subject_kind, customer: customerHandleSchema.parse(subject_id) }
}

/** Presents a question with its answer; texts of staff are masked by field permissions. */
export function presentQuestion(row: QuestionRow, actor: Actor, cipher: FieldCipher): QuestionView {
  const viewer = { fieldAccess: actor.fieldAccess, session: actor.session, cipher }
  const answer = presentStaffAnswer(row, viewer)
  return {
    id: questionIdSchema.parse(row.id),
    about: presentSubject(row),
    to: row.desk,
    question: presentStaffText(row.sealed_question, viewer),
    by: presentColleague(row, viewer),
    at: new Date(row.at).toISOString(),
    answer: answer && { ...answer, isNew: isSamePerson(row, actor.session) && row.seen_at === null },
    mayAnswer: canAnswerStaffRequest(questionRequestRules, row, actor, Date.now()),
  }
}
