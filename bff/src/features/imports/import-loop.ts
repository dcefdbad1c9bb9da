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

/** Waits while the service cannot answer; the last one again and again. */
const outageBackoffMs = [1_000, 2_000, 5_000, 15_000, 30_000] as const
/** A step that waits for due reads looks again so soon, an instance without an import so often. */
const pollMs = 250
const idleMs = 1_000

/**
 * Works on the imports of one environment, one after another, under the lease of its reader. What is half
 * done when an instance ends goes on in another, or after the next start. Resolves after `signal`.
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
      // The reader beside it goes on.
      log.error({ err: thrown, environment }, 'an import could not be worked on')
      await sleep(idleMs, signal)
    }
}
