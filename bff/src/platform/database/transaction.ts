import type { Transaction } from 'kysely'
import { ProblemError } from '../problem/problem.ts'
import { createDeadlineProblem, getCurrentRequestDeadline } from '../problem/request-deadline.ts'
import { isDatabaseFailure, type Store } from './database.ts'
import { withKeyedMutex } from './mutex.ts'
import type { DatabaseSchema } from './schema/schema.ts'
import { UnsyncedCommitError } from './wal-sync.ts'

/**
 * SQLSTATEs worth a retry: serialization_failure, deadlock_detected, and feature_not_supported (a prepared
 * statement is stale because its table was changed).
 */
const retryableCodes = new Set(['40001', '40P01', '0A000'])

function isRetryable(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && retryableCodes.has(String(thrown.code))
}

/**
 * Runs `work` in one transaction, up to three times if PostgreSQL aborts it with a retryable error. `work`
 * must not keep state of a failed run. Rejects with the error of the last run.
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
 * Transaction on behalf of an HTTP request. Serialised per `lockKey`. Rejects with `upstream_timeout` if the
 * request's deadline passed before commit, and with `maybe_recorded` if the result of a commit is unknown.
 */
export function withRequestTransaction<T>(
  store: Pick<Store, 'db' | 'dialect'>,
  lockKey: string,
  work: (trx: Transaction<DatabaseSchema>) => Promise<T>,
): Promise<T> {
  const call = getCurrentRequestDeadline()
  let isCommitting = false
  const refuseLate = () => {
    if (call?.isExpired) throw createDeadlineProblem()
  }
  return withKeyedMutex(store, lockKey, async () => {
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
      // Treat a commit as unknown on PostgreSQL whenever the database fails. The embedded database says itself that a
      // commit failed; there only a failed sync to the disk leaves it unknown.
      const isUnknown =
        store.dialect === 'postgres' ? isDatabaseFailure(thrown) : thrown instanceof UnsyncedCommitError
      const isLost = isCommitting && isUnknown && !isRetryable(thrown)
      throw isLost ? new ProblemError('maybe_recorded') : thrown
    } finally {
      if (call !== null && isCommitting) call.pendingCommits -= 1
    }
  })
}
