import type { Store } from '../../platform/database/database.ts'
import { runJobLoop } from '../../platform/jobs/job-loop.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import type { EnvironmentJob } from '../../sync/workers.ts'
import { deleteExpiredDrafts } from './draft-store.ts'

const intervalMs = 3_600_000

/** Deletes drafts past their retention, and discarded ones, once an hour. */
export function createDraftRetentionJob({
  store,
  log,
}: {
  readonly store: Pick<Store, 'db'>
  readonly log: Logger
}): EnvironmentJob {
  return (environment) => (_lease, signal) =>
    runJobLoop(signal, {
      step: async () => {
        await deleteExpiredDrafts(store, environment, Date.now())
        return intervalMs
      },
      onError: (err) => log.error({ err, environment }, 'drafts past their retention were not deleted'),
      errorPauseMs: intervalMs,
    })
}
