import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { systemClock, type UpstreamClock } from '../payment-service/parsing/limits.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import type { Store } from '../platform/database/database.ts'
import { createLeaseStore, type Lease } from '../platform/database/leases.ts'
import { runUnderLease } from '../platform/jobs/run-under-lease.ts'
import { sleep } from '../platform/jobs/wake-signal.ts'
import { createTransactionConfirmer, type TransactionConfirmerDeps } from './confirm-transaction.ts'
import { createServiceRequestPacer, type ServiceRequestPacer } from './request-pacer.ts'
import { createSyncScheduler } from './schedule-open-reads.ts'
import {
  createServiceHealthTracker,
  type ServiceHealthTracker,
  type ServiceRequestRates,
} from './service-health.ts'
import { createSyncReader, type SyncReaderDeps } from './sync-reader.ts'

/** Access to the payment service for work beside the reader, with the reader's pacing and health tracking. */
export interface PacedServiceAccess {
  readonly runPaced: TransactionConfirmerDeps['runPaced']
  readonly serviceHealth: Pick<ServiceHealthTracker, 'isDown' | 'recordFailure'>
}

/** Background job of an environment, under the lease of its reader; resolves once the signal aborts. */
export type EnvironmentJob = (
  environment: EnvironmentName,
  pacedServiceAccess: PacedServiceAccess,
) => (lease: Lease, signal: AbortSignal) => Promise<void>

export interface SyncWorkerDeps
  extends Pick<TransactionConfirmerDeps, 'handles' | 'cipher' | 'log' | 'review'>,
    Pick<SyncReaderDeps, 'processNotifications'> {
  readonly store: Store
  /** Id of this process; a new one after each start. */
  readonly holder: string
  readonly environments: readonly TransactionConfirmerDeps['environment'][]
  service(environment: EnvironmentName): PaymentService
  readonly rates: ServiceRequestRates
  readonly syncIntervalMs: number
  readonly jobs?: readonly EnvironmentJob[]
  readonly clock?: Pick<UpstreamClock, 'monotonic' | 'wall'>
}

export interface SyncWorkers {
  start(): void
  /** Finishes the reads in flight and releases the leases. */
  stop(): Promise<void>
}

/**
 * Creates the workers that process notifications, run queued reads and schedule the sync. One instance at a
 * time works on an environment.
 */
export function createSyncWorkers(deps: SyncWorkerDeps): SyncWorkers {
  const { store, log, holder, rates, clock = systemClock } = deps
  const { monotonic, wall: now } = clock
  const leases = createLeaseStore(store)
  const stopped = new AbortController()
  let working: Promise<unknown> = Promise.resolve()

  /**
   * Creates the runner that starts the requests of an environment one after the other, at the rate of the
   * pacer.
   */
  function createPacedRunner(
    pacer: ServiceRequestPacer,
    serviceHealth: ServiceHealthTracker,
  ): TransactionConfirmerDeps['runPaced'] {
    let last: Promise<void> = Promise.resolve()
    const waitForTurn = async () => {
      for (let wait = pacer.waitMs(); wait > 0; wait = pacer.waitMs()) await sleep(wait)
      pacer.recordRequest()
    }
    return async (request) => {
      last = last.then(waitForTurn)
      await last
      try {
        return await request()
      } finally {
        // While reads run one by one, the pause to the next request begins with the answer, even after a slow
        // request.
        if (serviceHealth.maxParallel() === 1) pacer.recordRequest()
      }
    }
  }

  function workOn(environment: SyncWorkerDeps['environments'][number]): Promise<void> {
    const pacer = createServiceRequestPacer(rates.perSecond, monotonic)
    const serviceHealth = createServiceHealthTracker(rates, pacer, clock)
    const runPaced = createPacedRunner(pacer, serviceHealth)
    const serviceAccess = { runPaced, serviceHealth }
    const jobs = (deps.jobs ?? []).map((start) => start(environment.name, serviceAccess))
    const scheduler = createSyncScheduler({
      store,
      environment: environment.name,
      everyMs: deps.syncIntervalMs,
      perSecond: rates.perSecond,
      now,
      monotonic,
    })
    const reader = createSyncReader({
      store,
      log,
      environment: environment.name,
      serviceHealth,
      read: createTransactionConfirmer({
        ...deps,
        leases,
        environment,
        service: deps.service(environment.name),
        serviceHealth,
        runPaced,
        now,
      }),
      processNotifications: deps.processNotifications,
      onRead: scheduler.recordResult,
      now,
    })
    const leaseOptions = { leases, log, name: `reader/${environment.name}`, holder, monotonic }
    return runUnderLease(leaseOptions, stopped.signal, async (lease, signal) => {
      // Stop all parts if one ends, then acquire the lease again.
      const over = new AbortController()
      const ended = AbortSignal.any([signal, over.signal])
      const parts = [reader.readDue, reader.processNotifications, scheduler.work, ...jobs]
      const all = parts.map((part) => part(lease, ended).finally(() => over.abort()))
      await Promise.allSettled(all)
      await Promise.all(all)
    })
  }

  return {
    start() {
      working = Promise.all(deps.environments.map(workOn))
    },
    async stop() {
      stopped.abort()
      await working
    },
  }
}
