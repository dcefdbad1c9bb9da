import type { Lease, LeaseStore } from '../database/leases.ts'
import type { Logger } from '../runtime/log.ts'
import { sleep } from './wake-signal.ts'

export interface RunUnderLeaseDeps {
  readonly leases: LeaseStore
  readonly log: Logger
  readonly name: string
  /** Id of this instance; a new one after each start. */
  readonly holder: string
  /** Monotonic clock in ms. */
  monotonic(): number
}

/** Duration of the lease in ms: other instances take over when the last renewal is older. */
const leaseMs = 4_000
const renewMs = 1_000

/**
 * Runs `work` on one instance at a time. The signal of `work` aborts on `stop` or when the lease is lost;
 * `work` must resolve once none of its tasks is running. Resolves after `stop`.
 */
export async function runUnderLease(
  deps: RunUnderLeaseDeps,
  stop: AbortSignal,
  work: (lease: Lease, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { leases, log, name, holder } = deps

  async function renewWhile(lease: Lease, lost: AbortController, done: AbortSignal): Promise<void> {
    let heldAt = deps.monotonic()
    while (!done.aborted) {
      await sleep(renewMs, done)
      if (done.aborted) return
      const asked = deps.monotonic()
      const held = await leases.renew(lease, leaseMs).catch(() => null)
      if (held === true) heldAt = asked
      else if (held === false || deps.monotonic() - heldAt > leaseMs) lost.abort()
    }
  }

  while (!stop.aborted) {
    const lease = await leases.acquire(name, holder, leaseMs).catch(() => null)
    if (lease === null) {
      await sleep(renewMs, stop)
      continue
    }
    const [lost, done] = [new AbortController(), new AbortController()]
    const renewing = renewWhile(lease, lost, done.signal)
    try {
      await work(lease, AbortSignal.any([stop, lost.signal]))
    } catch (thrown) {
      log.error({ err: thrown, lease: name }, 'work under a lease ended')
      await sleep(renewMs, stop)
    }
    done.abort()
    await renewing
    await leases.release(lease).catch(() => undefined)
  }
}
