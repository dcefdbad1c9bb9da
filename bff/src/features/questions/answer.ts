import type { AnswerQuestionRequest, QuestionId } from '@paydesk/shared/cases/questions'
import { hasPersonalData } from '../../platform/access/personal-data.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import {
  buildQuestionChange,
  canAnswerQuestion,
  type QuestionCaller,
  type QuestionDeps,
  type QuestionRow,
  selectVisibleQuestions,
} from './rows.ts'

export interface AnswerQuestionResult {
  readonly answer: 'done' | 'too_late'
  readonly row: QuestionRow
  readonly merchant: string
}

/**
 * Rejects personal data, because a role that may see less reads the answer. Line breaks and the id of the
 * question's subject are allowed. Throws `bad_request` naming `text`.
 */
function rejectPersonalData(text: string, { subject_id }: QuestionRow): void {
  if (!hasPersonalData(text.replaceAll(subject_id, ' ').replace(/[\r\n\t]+/g, ' '))) return
  const expected = 'an answer without an e-mail address, an account, a card or a telephone number'
  throw new ProblemError('bad_request', { fields: [{ name: 'text', expected }] })
}

/**
 * Answers a question to this person's active role; of several answers the first one is stored. Throws
 * `not_found` if they may not see the question, `not_allowed` for one's own, `bad_request` naming `text` for
 * personal data.
 */
export async function recordQuestionAnswer(
  id: QuestionId,
  body: AnswerQuestionRequest,
  caller: QuestionCaller,
  { store, seal }: QuestionDeps,
): Promise<AnswerQuestionResult> {
  const { session } = caller.actor
  const row = await selectVisibleQuestions(store.db, caller)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  if (!canAnswerQuestion(row, caller.actor)) throw new ProblemError('not_allowed')
  const { merchant } = row
  if (row.answered_at !== null) return { answer: 'too_late', row, merchant }
  if (body.text !== undefined) rejectPersonalData(body.text, row)
  const now = Date.now()
  const done = await withRequestTransaction(store, `handover/${id}`, async (trx) => {
    const answered = await trx
      .updateTable('handovers')
      .set({
        answer: body.answer,
        sealed_answer: body.text === undefined ? null : seal.seal(reviewCipherContext, body.text),
        answered_issuer: session.issuer,
        answered_subject: session.subject,
        answered_name: seal.seal(reviewCipherContext, session.name),
        answered_at: now,
        version: row.version + 1,
      })
      .where('id', '=', id)
      // Keep the first of two concurrent answers.
      .where('answered_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (answered !== undefined) await appendChange(trx, store.dialect, buildQuestionChange(answered), now)
    return answered
  })
  store.wake('changes')
  if (done !== undefined) return { answer: 'done', row: done, merchant }
  const before = await selectVisibleQuestions(store.db, caller)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return { answer: 'too_late', row: before ?? row, merchant }
}
