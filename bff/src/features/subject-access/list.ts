import { type Caller, mayAnswer, type RequestRow, requestsSeen, type SubjectNeeds } from './rows.ts'

export interface Listed {
  readonly rows: readonly RequestRow[]
  readonly waiting: number
}

const most = 100
const keptMs = 30 * 24 * 3_600_000

/** Requests of the last thirty days, the newest first, and how many of them this person may answer. */
export async function listRequests(caller: Caller, { store }: SubjectNeeds): Promise<Listed> {
  const { session } = caller.actor
  const now = Date.now()
  const rows = await requestsSeen(store.db, caller)
    .selectAll()
    .where('at', '>', now - keptMs)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const open = rows.filter((row) => mayAnswer(row, session, now))
  return { rows, waiting: open.length }
}
