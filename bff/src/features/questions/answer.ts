import type { HandoverAnswer, HandoverId } from '@paydesk/shared/work/handover'
import { holdsPersonal } from '../../platform/access/personal.ts'
import { transactInCall } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'
import {
  type Caller,
  changeOf,
  type HandoverNeeds,
  type HandoverRow,
  handoversSeen,
  mayAnswer,
} from './rows.ts'

export interface Answered {
  readonly answer: 'done' | 'too_late'
  readonly row: HandoverRow
  readonly merchant: string
}

/** An answer goes to a role that may see less. Lines may end; the id that it is about may stand in it. */
function refusePersonal(text: string, { subject_id }: HandoverRow): void {
  if (!holdsPersonal(text.replaceAll(subject_id, ' ').replace(/[\r\n\t]+/g, ' '))) return
  const expected = 'an answer without an e-mail address, an account, a card or a telephone number'
  throw new ProblemError('bad_request', { fields: [{ name: 'text', expected }] })
}

/**
 * Answers a question that this person's role in force is asked: once, whoever is first. Throws `not_found`
 * where they may not see it, `not_allowed` for one's own, `bad_request` naming `text` for personal data.
 */
export async function answerQuestion(
  id: HandoverId,
  body: HandoverAnswer,
  caller: Caller,
  { store, seal }: HandoverNeeds,
): Promise<Answered> {
  const { session } = caller.actor
  const row = await handoversSeen(store.db, caller).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  if (!mayAnswer(row, caller.actor)) throw new ProblemError('not_allowed')
  const { merchant } = row
  if (row.answered_at !== null) return { answer: 'too_late', row, merchant }
  if (body.text !== undefined) refusePersonal(body.text, row)
  const now = Date.now()
  const done = await transactInCall(store, `handover/${id}`, async (trx) => {
    const answered = await trx
      .updateTable('handovers')
      .set({
        answer: body.answer,
        sealed_answer: body.text === undefined ? null : seal.seal(reviewSealed, body.text),
        answered_issuer: session.issuer,
        answered_subject: session.subject,
        answered_name: seal.seal(reviewSealed, session.name),
        answered_at: now,
        version: row.version + 1,
      })
      .where('id', '=', id)
      // Two may answer at once: the first one's stays.
      .where('answered_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (answered !== undefined) await appendChange(trx, store.dialect, changeOf(answered), now)
    return answered
  })
  store.wake('changes')
  if (done !== undefined) return { answer: 'done', row: done, merchant }
  const before = await handoversSeen(store.db, caller).selectAll().where('id', '=', id).executeTakeFirst()
  return { answer: 'too_late', row: before ?? row, merchant }
}
