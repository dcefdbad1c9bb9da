import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamClock, UpstreamLimits } from '../parsing/limits.ts'
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts'
import { createFault, type UpstreamFault } from './fault.ts'
import type { HttpAnswer } from './http-core.ts'
import { type BackoffPass, createRetryAfterBackoff, type ThrottleSignal } from './retry-after-backoff.ts'
import { createRollingCounts } from './rolling-counts.ts'

/** One try of a call; `deadline` in monotonic ms, `again` for the second. */
export type CallAttempt<T> = (deadline: number, again: boolean) => Promise<HttpAnswer<T>>
export type CallResult<T> = { readonly answer: HttpAnswer<T>; readonly tries: number }

export type OperationGuard = {
  /** Why a call would be refused right now, without a request. */
  readonly refusal: () => UpstreamFault | null
  /**
   * One try, and a second where that helps and fits before `deadline`. Not `patient`: a second only where
   * the first never reached the service, because whoever asks keeps count of what it asks.
   */
  readonly run: <T>(deadline: number, work: CallAttempt<T>, patient?: boolean) => Promise<CallResult<T>>
  readonly breakerState: () => BreakerState
}

/** Breaker, hold and retry budget of one operation. */
export function createOperationGuard(
  limits: UpstreamLimits,
  clock: UpstreamClock,
  onBreaker: (state: BreakerState) => void,
): OperationGuard {
  const breaker = createCircuitBreaker(limits.breaker, clock, onBreaker)
  const hold = createRetryAfterBackoff(limits.hold, clock.monotonic)
  const budget = createRetryBudget(limits.retry, clock)

  const once = async <T>(pass: BackoffPass, requests: number, deadline: number, work: CallAttempt<T>) => {
    let throttled: ThrottleSignal | null = null
    try {
      const answer = await work(deadline, requests > 1)
      if (answer.kind === 'fault' && answer.throttled) throttled = { ms: answer.throttled.ms, requests }
      return answer
    } finally {
      hold.leave(pass, throttled)
    }
  }

  /** ms before a second try, or null where there is none. */
  const retryWait = (answer: UpstreamFault, patient: boolean): number | null => {
    if (!patient && answer.retry !== 'free') return null
    if (answer.throttled) return hold.isShort() ? hold.restMs() : null
    if (answer.retry === 'never') return null
    const { minMs, maxMs } = limits.retry
    return answer.retry === 'free' || budget.take() ? minMs + clock.random() * (maxMs - minMs) : null
  }

  const tries = async <T>(
    pass: BackoffPass,
    deadline: number,
    work: CallAttempt<T>,
    { probe, patient }: { probe: boolean; patient: boolean },
  ): Promise<CallResult<T>> => {
    budget.count()
    const first = await once(pass, 1, deadline, work)
    if (first.kind !== 'fault' || probe) return { answer: first, tries: 1 }
    const wait = retryWait(first, patient)
    if (wait === null || clock.monotonic() + wait >= deadline) return { answer: first, tries: 1 }
    await sleep(wait)
    return { answer: await once(pass, 2, deadline, work), tries: 2 }
  }

  const admit = async (deadline: number): Promise<BackoffPass> => {
    const pass = hold.enter()
    if (pass.kind === 'held' || pass.afterMs === 0) return pass
    if (clock.monotonic() + pass.afterMs >= deadline) return { kind: 'held', ms: pass.afterMs }
    await sleep(pass.afterMs)
    // The call that waited before this one may have been refused again meanwhile.
    return hold.restMs() > 0 ? { kind: 'held', ms: hold.restMs() } : pass
  }

  return {
    refusal: () => {
      const wait = breaker.waitMs()
      return wait > 0 || breaker.state() === 'half_open' ? createBusyFault('breaker_open', wait) : null
    },
    run: async (deadline, work, patient = true) => {
      // The hold comes first: an answer that took no request must not count in the breaker.
      const pass = await admit(deadline)
      if (pass.kind === 'held') return { answer: createBusyFault('held', pass.ms), tries: 0 }
      const ran = await breaker.run(async (probe) => tries(pass, deadline, work, { probe, patient }))
      if (ran === null) {
        hold.leave(pass, null)
        return { answer: createBusyFault('breaker_open', breaker.waitMs()), tries: 0 }
      }
      const { answer } = ran
      if (answer.kind !== 'fault' || !answer.throttled) return ran
      return { answer: { ...answer, waitMs: hold.restMs() }, tries: ran.tries }
    },
    breakerState: breaker.state,
  }
}

/** Retries as a share of the requests of the window, so that an outage is not multiplied. */
function createRetryBudget(limits: UpstreamLimits['retry'], clock: UpstreamClock) {
  const counts = createRollingCounts<'request' | 'retry'>(clock.monotonic, limits.windowMs)
  return {
    count: () => counts.add('request'),
    take: (): boolean => {
      const most = Math.max(limits.budgetFloor, counts.sum('request') * limits.budgetShare)
      if (counts.sum('retry') + 1 > most) return false
      counts.add('retry')
      return true
    },
  }
}

export function createBusyFault(cause: string, waitMs: number): UpstreamFault {
  return { ...createFault('upstream_busy', cause), waitMs: Math.max(waitMs, 1_000) }
}
