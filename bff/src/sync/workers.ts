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
  extends Pick<TransactionConfirmerDeps, 'handles' | 'seal' | 'log' | 'review'>,
    Pick<SyncReaderDeps, 'processNotifications'> {
  readonly store: Store
  /** Id of this process; a new one after each start. */
  readonly holder: string
  readonly environments: readonly TransactionConfirmerDeps['environment'][]
  service(environment: EnvironmentName): PaymentService
  readonly rates: ServiceRequestRates
  readonly sweepMs: number
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

  /** Sends the requests of an environment one after the other, paced, for any purpose. */
  function inTurns(
    pace: ServiceRequestPacer,
    serviceHealth: ServiceHealthTracker,
  ): TransactionConfirmerDeps['runPaced'] {
    let last: Promise<void> = Promise.resolve()
    const mine = async () => {
      for (let wait = pace.waitMs(); wait > 0; wait = pace.waitMs()) await sleep(wait)
      pace.recordRequest()
    }
    return async (request) => {
      last = last.then(mine)
      await last
      try {
        return await request()
      } finally {
        // Count from the answer while reads run one by one, so that a slow request does not shorten the gap.
        if (serviceHealth.maxParallel() === 1) pace.recordRequest()
      }
    }
  }

  function workOn(environment: SyncWorkerDeps['environments'][number]): Promise<void> {
    const pace = createServiceRequestPacer(rates.perSecond, monotonic)
    const serviceHealth = createServiceHealthTracker(rates, pace, clock)
    const runPaced = inTurns(pace, serviceHealth)
    const way = { runPaced: runPaced, serviceHealth: serviceHealth }
    const jobs = (deps.jobs ?? []).map((start) => start(environment.name, way))
    const scheduler = createSyncScheduler({
      store,
      environment: environment.name,
      everyMs: deps.sweepMs,
      perSecond: rates.perSecond,
      now,
      monotonic,
    })
    const reader = createSyncReader({
      store,
      log,
      environment: environment.name,
      serviceHealth: serviceHealth,
      read: createTransactionConfirmer({
        ...deps,
        leases,
        environment,
        service: deps.service(environment.name),
        serviceHealth: serviceHealth,
        runPaced: runPaced,
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
