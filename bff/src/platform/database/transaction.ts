import type { Transaction } from 'kysely'
import { ProblemError } from '../problem/problem.ts'
import { createDeadlineProblem, currentDeadline } from '../problem/request-deadline.ts'
import { isStoreFailure, type Store } from './database.ts'
import { withLock } from './mutex.ts'
import type { DatabaseSchema } from './schema/schema.ts'
import { UnsyncedError } from './wal-sync.ts'

/**
 * PostgreSQL: two transactions got into each other's way (serialisation failure, deadlock), or a table was
 * changed under what was prepared for it, and this one gave in.
 */
const retryableCodes = new Set(['40001', '40P01', '0A000'])

function isRetryable(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && retryableCodes.has(String(thrown.code))
}

/**
 * Runs work in one transaction, and again, up to three times in all, where it had to give in to another.
 * The work must not keep anything of a run that failed. Rejects with what the last run threw.
 */
export async function withTransaction<T>(
  store: Pick<Store, 'db'>,
  work: (trx: Transaction<DatabaseSchema>) => Promise<T>,
): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await store.db.transaction().execute(work)
    } catch (thrown) {
      if (run === 3 || !isRetryable(thrown)) throw thrown
    }
  }
}

/**
 * The same for what somebody is waiting for. It takes its turn among all that is about `thing`, and commits
 * nothing that was answered as given up: then it rejects with `upstream_timeout`. Where the way to the
 * database was lost while it was committing, nobody knows: it rejects with `maybe_recorded`.
 */
export function withRequestTransaction<T>(
  store: Pick<Store, 'db' | 'dialect'>,
  lockKey: string,
  work: (trx: Transaction<DatabaseSchema>) => Promise<T>,
): Promise<T> {
  const call = currentDeadline()
  let isCommitting = false
  const refuseLate = () => {
    if (call?.isExpired) throw createDeadlineProblem()
  }
  return withLock(store, lockKey, async () => {
    refuseLate()
    try {
      const done = await withTransaction(store, async (trx) => {
        const made = await work(trx)
        refuseLate()
        if (call !== null && !isCommitting) call.pendingCommits += 1
        isCommitting = true
        return made
      })
      if (call !== null) call.hasCommitted = true
      return done
    } catch (thrown) {
      // The embedded database says itself that it did not, unless only the disk failed.
      const isUnknown =
        store.dialect === 'postgres' ? isStoreFailure(thrown) : thrown instanceof UnsyncedError
      const isLost = isCommitting && isUnknown && !isRetryable(thrown)
      throw isLost ? new ProblemError('maybe_recorded') : thrown
    } finally {
      if (call !== null && isCommitting) call.pendingCommits -= 1
    }
  })
}
