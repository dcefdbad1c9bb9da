import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { systemClock, type UpstreamClock } from '../payment-service/parsing/limits.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import type { Store } from '../platform/database/database.ts'
import { type Lease, makeLeases } from '../platform/database/leases.ts'
import { makeOneRead, type ReadNeeds } from './confirm-transaction.ts'
import { sleep } from './count-waiting-reads.ts'
import { keepLease } from './keeper.ts'
import { makePace, type Pace } from './pace.ts'
import { makeReader, type ReaderNeeds } from './reader.ts'
import { makeSweep } from './schedule-open-reads.ts'
import { type Condition, makeCondition, type Rates } from './service-health.ts'

/** The way to the service of whoever works beside the reader: its turns, and how it finds the service. */
export interface Beside {
  readonly turn: ReadNeeds['turn']
  readonly condition: Pick<Condition, 'isDown' | 'failed'>
}

export interface WorkerNeeds
  extends Pick<ReadNeeds, 'handles' | 'seal' | 'log' | 'review'>,
    Pick<ReaderNeeds, 'takeIn'> {
  readonly store: Store
  /** Who this process is; another one after each start. */
  readonly holder: string
  readonly environments: readonly ReadNeeds['environment'][]
  service(environment: EnvironmentName): PaymentService
  readonly rates: Rates
  readonly sweepMs: number
  /** More work of an environment, done where its reader is; resolves once the signal ends it. */
  readonly beside?: (
    environment: EnvironmentName,
    way: Beside,
  ) => (lease: Lease, signal: AbortSignal) => Promise<void>
  readonly clock?: Pick<UpstreamClock, 'monotonic' | 'wall'>
}

export interface Workers {
  start(): void
  /** Finishes the reads under way and gives the work back. */
  stop(): Promise<void>
}

/** Takes in notifications, re-reads and sweeps: each environment by one instance at a time. */
export function makeWorkers(needs: WorkerNeeds): Workers {
  const { store, log, holder, rates, clock = systemClock } = needs
  const { monotonic, wall: now } = clock
  const leases = makeLeases(store)
  const stopped = new AbortController()
  let working: Promise<unknown> = Promise.resolve()

  /** Requests wait their turn one after the other, whatever they are for. */
  function inTurns(pace: Pace, condition: Condition): ReadNeeds['turn'] {
    let last: Promise<void> = Promise.resolve()
    const mine = async () => {
      for (let wait = pace.waitMs(); wait > 0; wait = pace.waitMs()) await sleep(wait)
      pace.take()
    }
    return async (request) => {
      last = last.then(mine)
      await last
      try {
        return await request()
      } finally {
        // However late a request was on its way, the next one leaves after its answer and keeps its distance.
        if (condition.parallel() === 1) pace.take()
      }
    }
  }

  function workOn(environment: WorkerNeeds['environments'][number]): Promise<void> {
    const pace = makePace(rates.perSecond, monotonic)
    const condition = makeCondition(rates, pace, clock)
    const turn = inTurns(pace, condition)
    const beside = needs.beside?.(environment.name, { turn, condition })
    const sweep = makeSweep({
      store,
      environment: environment.name,
      everyMs: needs.sweepMs,
      perSecond: rates.perSecond,
      now,
      monotonic,
    })
    const reader = makeReader({
      store,
      log,
      environment: environment.name,
      condition,
      read: makeOneRead({
        ...needs,
        leases,
        environment,
        service: needs.service(environment.name),
        condition,
        turn,
        now,
      }),
      takeIn: needs.takeIn,
      note: sweep.note,
      now,
    })
    const keeper = { leases, log, name: `reader/${environment.name}`, holder, monotonic }
    return keepLease(keeper, stopped.signal, async (lease, signal) => {
      // Where one part ends the others do too, and the lease is taken anew.
      const over = new AbortController()
      const ended = AbortSignal.any([signal, over.signal])
      const parts = [reader.readDue, reader.takeInAll, sweep.work, ...(beside === undefined ? [] : [beside])]
      const all = parts.map((part) => part(lease, ended).finally(() => over.abort()))
      await Promise.allSettled(all)
      await Promise.all(all)
    })
  }

  return {
    start() {
      working = Promise.all(needs.environments.map(workOn))
    },
    async stop() {
      stopped.abort()
      await working
    },
  }
}
