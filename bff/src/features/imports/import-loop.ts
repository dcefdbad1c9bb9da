import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Lease } from '../../platform/database/leases.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { sleep } from '../../sync/wake-signal.ts'
import { findNextImport } from './lines.ts'
import { type ImportStepDeps, runImportStep } from './steps.ts'

export interface ImportLoopDeps extends ImportStepDeps {
  readonly log: Logger
  readonly environment: EnvironmentName
}

/** Backoff (ms) while the payment service cannot answer; the last value repeats. */
const outageBackoffMs = [1_000, 2_000, 5_000, 15_000, 30_000] as const
/** Polling intervals (ms): for a step that waits for queued reads, and without an import. */
const pollMs = 250
const idleMs = 1_000

/**
 * Works on the imports of one environment, one after another, under the lease of its reader. A half-done
 * import goes on in another instance, or after the next start. Resolves after `signal` aborts.
 */
export async function runImportLoop(deps: ImportLoopDeps, lease: Lease, signal: AbortSignal): Promise<void> {
  const { store, environment, log } = deps
  let failures = 0

  async function once(): Promise<void> {
    const job = await findNextImport(store, environment)
    const stepped = job === undefined ? 'idle' : await runImportStep(deps, { job, lease, signal })
    failures = stepped === 'later' ? failures + 1 : 0
    if (stepped === 'idle') await sleep(idleMs, signal)
    if (stepped === 'wait') await sleep(pollMs, signal)
    if (stepped === 'later') await sleep(outageBackoffMs[failures - 1] ?? 30_000, signal)
  }

  while (!signal.aborted)
    try {
      await once()
    } catch (thrown) {
      // Log only: the reader beside this loop goes on.
      log.error({ err: thrown, environment }, 'an import could not be worked on')
      await sleep(idleMs, signal)
    }
}
