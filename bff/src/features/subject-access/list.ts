import {
  canAnswerSubjectRequest,
  type SubjectAccessCaller,
  type SubjectRequestRow,
  type SubjectStoreDeps,
  selectVisibleSubjectRequests,
} from './rows.ts'

export interface SubjectRequestRows {
  readonly rows: readonly SubjectRequestRow[]
  readonly waiting: number
}

const maxListedRequests = 100
const listPeriodMs = 30 * 24 * 3_600_000

/**
 * Loads requests of the last thirty days, newest first, and the number of those that this person may answer.
 */
export async function loadSubjectRequests(
  caller: SubjectAccessCaller,
  { store }: SubjectStoreDeps,
): Promise<SubjectRequestRows> {
  const { session } = caller.actor
  const now = Date.now()
  const rows = await selectVisibleSubjectRequests(store.db, caller)
    .selectAll()
    .where('at', '>', now - listPeriodMs)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListedRequests)
    .execute()
  const open = rows.filter((row) => canAnswerSubjectRequest(row, session, now))
  return { rows, waiting: open.length }
}
