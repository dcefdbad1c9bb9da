import { setTimeout } from 'node:timers/promises'
import type { EnvironmentName } from '@paydesk/shared/ids'
import type { Log } from '../http/log.ts'
import type { Lease } from '../store/leases.ts'
import { nextJob } from './lines.ts'
import { type StepNeeds, step } from './steps.ts'

export interface WorkNeeds extends StepNeeds {
  readonly log: Log
  /** This instance, as it holds leases. */
  readonly holder: string
}

const leaseMs = 4_000
const renewedMs = 1_000
/** Waits while the service cannot answer; the last one again and again. */
const laterMs = [1_000, 2_000, 5_000, 15_000, 30_000] as const
/** A step that waits for due reads looks again so soon, an instance without work so often. */
const waitMs = 250
const idleMs = 1_000

/**
 * Works on the imports of one environment, one at a time, in whichever instance holds the lease. What is
 * half done when an instance ends goes on in another, or after the start. Gives the way to stop.
 */
export function startImportWork(environment: EnvironmentName, needs: WorkNeeds): () => Promise<void> {
  const { store, leases, log } = needs
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => setTimeout(ms, undefined, { signal }).catch(() => undefined)

  async function workUnder(lease: Lease): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const job = await nextJob(store, environment)
      if (job === undefined || !(await leases.renew(lease, leaseMs))) return
      const stepped = await step(needs, job, lease, environment)
      failures = stepped === 'later' ? failures + 1 : 0
      if (stepped === 'wait') await pause(waitMs)
      if (failures > 0) await pause(laterMs[failures - 1] ?? 30_000)
    }
  }

  async function round(): Promise<void> {
    if ((await nextJob(store, environment)) === undefined) return
    const lease = await leases.take(`imports/${environment}`, needs.holder, leaseMs)
    if (lease === null) return
    // A list may take longer than the lease; if the database is away, the next step says so.
    const keeper = setInterval(() => void leases.renew(lease, leaseMs).catch(() => false), renewedMs)
    try {
      await workUnder(lease)
    } finally {
      clearInterval(keeper)
      await leases.release(lease)
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      // A database that is away comes back; a mistake of ours is in the log and does not end the work.
      await round().catch((error: unknown) => log.error({ err: error, environment }, 'import work failed'))
      await pause(idleMs)
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
