import type {
  SubjectAccessApprovalInput,
  SubjectAccessRequestId,
} from '@paydesk/shared/compliance/subject-access'
import { hasPersonalData } from '../../platform/access/personal-data.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { isPossiblySamePerson } from '../../platform/session/person.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import {
  buildSubjectRequestChange,
  type SubjectAccessCaller,
  type SubjectRequestRow,
  type SubjectStoreDeps,
  selectVisibleSubjectRequests,
  subjectRequestOpenMs,
} from './rows.ts'

export interface SubjectAnswerResult {
  readonly answer: 'done' | 'too_late'
  readonly row: SubjectRequestRow
}

/** Finds the request if this person may see it. Throws `not_found`. */
export async function findSubjectRequest(
  id: SubjectAccessRequestId,
  caller: Pick<SubjectAccessCaller, 'scope'>,
  { store }: Pick<SubjectStoreDeps, 'store'>,
): Promise<SubjectRequestRow> {
  const row = await selectVisibleSubjectRequests(store.db, caller)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/**
 * Approves or rejects the request of another person, once. Throws `not_found`, `not_allowed` for the caller's
 * own request and for a person who is possibly the same, and `bad_request` naming `text` for personal data.
 */
export async function answerSubjectRequest(
  id: SubjectAccessRequestId,
  { answer, text }: SubjectAccessApprovalInput,
  caller: SubjectAccessCaller,
  needs: SubjectStoreDeps,
): Promise<SubjectAnswerResult> {
  const { store, seal } = needs
  const { session } = caller.actor
  const before = await findSubjectRequest(id, caller, needs)
  if (isPossiblySamePerson(before, session)) throw new ProblemError('not_allowed')
  if (text !== undefined && hasPersonalData(text.replace(/[\r\n\t]+/g, ' '))) {
    const expected = 'words without an e-mail address, an account, a card or a telephone number'
    throw new ProblemError('bad_request', { fields: [{ name: 'text', expected }] })
  }
  const done = await withRequestTransaction(store, `subject-request/${id}`, async (trx) => {
    const now = Date.now()
    const answered = await trx
      .updateTable('subject_access_requests')
      .set({
        status: answer === 'confirm' ? 'confirmed' : 'refused',
        until: answer === 'confirm' ? now + subjectRequestOpenMs : now,
        second_issuer: session.issuer,
        second_subject: session.subject,
        second_name: seal.seal(reviewCipherContext, session.name),
        second_at: now,
        second_text: text === undefined ? null : seal.seal(reviewCipherContext, text),
      })
      .where('id', '=', id)
      // Keep the first outcome: two people may answer at once, or the request may have expired.
      .where('status', '=', 'waiting')
      .where('until', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (answered !== undefined)
      await appendChange(trx, store.dialect, buildSubjectRequestChange(answered), now)
    return answered
  })
  store.wake('changes')
  if (done !== undefined) return { answer: 'done', row: done }
  return { answer: 'too_late', row: await findSubjectRequest(id, caller, needs) }
}
