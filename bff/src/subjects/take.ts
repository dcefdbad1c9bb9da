import type { SubjectRequestId } from '@paydesk/shared/subject'
import { ProblemError } from '../http/problem.ts'
import { transactInCall } from '../store/transact.ts'
import { requestOf } from './answer.ts'
import { type Caller, mayTake, ownTaking, type RequestRow, type SubjectNeeds } from './rows.ts'

/**
 * Notes that this person takes the export now: each of the two once, in whatever session. It is committed
 * before anything is given, so that whoever is cut off has to ask anew. Throws `not_found`, the same for what
 * nobody knows, what was taken and what is not theirs.
 */
export async function takeOnce(
  id: SubjectRequestId,
  caller: Caller,
  needs: SubjectNeeds,
): Promise<RequestRow> {
  const { session } = caller.actor
  const row = await requestOf(id, caller, needs)
  const column = ownTaking(row, session)
  if (column === null || !mayTake(row, session, Date.now())) throw new ProblemError('not_found')
  const taken = await transactInCall(needs.store, `subject-request/${id}`, (trx) => {
    const now = Date.now()
    return trx
      .updateTable('subject_requests')
      .set({ [column]: now })
      .where('id', '=', id)
      .where('status', '=', 'confirmed')
      .where('until', '>', now)
      .where(column, 'is', null)
      .returningAll()
      .executeTakeFirst()
  })
  if (taken === undefined) throw new ProblemError('not_found')
  return taken
}
