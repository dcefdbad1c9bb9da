import type { SubjectAnswer, SubjectRequestId } from '@paydesk/shared/compliance/subject'
import { holdsPersonal } from '../../platform/access/personal.ts'
import { transactInCall } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { mayBePerson } from '../../platform/session/person.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { type Caller, changeOf, openMs, type RequestRow, requestsSeen, type SubjectNeeds } from './rows.ts'

export interface Answered {
  readonly answer: 'done' | 'too_late'
  readonly row: RequestRow
}

/** The request, where this person may see it. Throws `not_found`. */
export async function requestOf(
  id: SubjectRequestId,
  caller: Pick<Caller, 'scope'>,
  { store }: Pick<SubjectNeeds, 'store'>,
): Promise<RequestRow> {
  const row = await requestsSeen(store.db, caller).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/**
 * Confirms or refuses somebody else's request, once. Throws `not_found`, `not_allowed` for one's own and for who
 * seems to be the same person, and `bad_request` naming `text` for personal data.
 */
export async function answerRequest(
  id: SubjectRequestId,
  { answer, text }: SubjectAnswer,
  caller: Caller,
  needs: SubjectNeeds,
): Promise<Answered> {
  const { store, seal } = needs
  const { session } = caller.actor
  const before = await requestOf(id, caller, needs)
  if (mayBePerson(before, session)) throw new ProblemError('not_allowed')
  if (text !== undefined && holdsPersonal(text.replace(/[\r\n\t]+/g, ' '))) {
    const expected = 'words without an e-mail address, an account, a card or a telephone number'
    throw new ProblemError('bad_request', { fields: [{ name: 'text', expected }] })
  }
  const done = await transactInCall(store, `subject-request/${id}`, async (trx) => {
    const now = Date.now()
    const answered = await trx
      .updateTable('subject_requests')
      .set({
        status: answer === 'confirm' ? 'confirmed' : 'refused',
        until: answer === 'confirm' ? now + openMs : now,
        second_issuer: session.issuer,
        second_subject: session.subject,
        second_name: seal.seal(reviewSealed, session.name),
        second_at: now,
        second_text: text === undefined ? null : seal.seal(reviewSealed, text),
      })
      .where('id', '=', id)
      // Two may answer at once, and time may have run out: what stood first stays.
      .where('status', '=', 'waiting')
      .where('until', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (answered !== undefined) await appendChange(trx, store.dialect, changeOf(answered), now)
    return answered
  })
  store.wake('changes')
  if (done !== undefined) return { answer: 'done', row: done }
  return { answer: 'too_late', row: await requestOf(id, caller, needs) }
}
