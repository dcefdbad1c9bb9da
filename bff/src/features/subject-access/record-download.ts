import type { SubjectAccessRequestId } from '@paydesk/shared/compliance/subject'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { appendChange } from '../../records/changes.ts'
import { findSubjectRequest } from './answer.ts'
import {
  buildSubjectRequestChange,
  canDownloadSubjectExport,
  findOwnDownloadColumn,
  type SubjectAccessCaller,
  type SubjectRequestRow,
  type SubjectStoreDeps,
} from './rows.ts'

/**
 * Records that this person downloads the export now: requester and approver once each, in any session.
 * Commits before anything is sent, so that an interrupted download needs a new request. Throws the same
 * `not_found` for an unknown request, one that was downloaded, and one of other people.
 */
export async function recordSubjectDownload(
  id: SubjectAccessRequestId,
  caller: SubjectAccessCaller,
  needs: SubjectStoreDeps,
): Promise<SubjectRequestRow> {
  const { session } = caller.actor
  const row = await findSubjectRequest(id, caller, needs)
  const column = findOwnDownloadColumn(row, session)
  if (column === null || !canDownloadSubjectExport(row, session, Date.now()))
    throw new ProblemError('not_found')
  const { store } = needs
  const taken = await withRequestTransaction(store, `subject-request/${id}`, async (trx) => {
    const now = Date.now()
    const done = await trx
      .updateTable('subject_requests')
      .set({ [column]: now })
      .where('id', '=', id)
      .where('status', '=', 'confirmed')
      .where('until', '>', now)
      .where(column, 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (done !== undefined) await appendChange(trx, store.dialect, buildSubjectRequestChange(done), now)
    return done
  })
  store.wake('changes')
  if (taken === undefined) throw new ProblemError('not_found')
  return taken
}
