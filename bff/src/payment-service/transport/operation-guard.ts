import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamClock, UpstreamLimits } from '../parsing/limits.ts'
import { type BreakerState, createCircuitBreaker } from './circuit-breaker.ts'
import { createUpstreamFault, type UpstreamFault } from './fault.ts'
import type { HttpAnswer } from './http-read-client.ts'
import { type BackoffAdmission, createRetryAfterBackoff, type ThrottleSignal } from './retry-after-backoff.ts'
import { createRollingCounts } from './rolling-counts.ts'

/** Attempt of a call; `deadline` in monotonic ms, `again` marks the second attempt. */
export type ServiceCallAttempt<T> = (deadline: number, again: boolean) => Promise<HttpAnswer<T>>
export type ServiceCallResult<T> = { readonly answer: HttpAnswer<T>; readonly tries: number }

export type OperationGuard = {
  /** Fault with which a call would be refused right now without a request; null if it may run. */
  readonly refusal: () => UpstreamFault | null
  /**
   * Runs one attempt, and a second one if that helps and fits before `deadline`. Without `patient`, a second
   * attempt follows only if the first never reached the payment service, because the caller budgets its
   * requests. `id`: the record that is asked for.
   */
  readonly run: <T>(
    call: { readonly id: string; readonly deadline: number; readonly patient?: boolean },
    work: ServiceCallAttempt<T>,
  ) => Promise<ServiceCallResult<T>>
  readonly breakerState: () => BreakerState
}

/** Combines circuit breaker, Retry-After back-off and retry budget of one operation. */
export function createOperationGuard(
  limits: UpstreamLimits,
  clock: UpstreamClock,
  onBreaker: (state: BreakerState) => void,
): OperationGuard {
  const breaker = createCircuitBreaker(limits.breaker, clock, onBreaker)
  const hold = createRetryAfterBackoff(limits.hold, clock.monotonic)
  const budget = createRetryBudget(limits.retry, clock)

  const once = async <T>(
    pass: BackoffAdmission,
    requests: number,
    deadline: number,
    work: ServiceCallAttempt<T>,
  ) => {
    let throttled: ThrottleSignal | null = null
    try {
      const answer = await work(deadline, requests > 1)
      if (answer.kind === 'fault' && answer.throttled) throttled = { ms: answer.throttled.ms, requests }
      return answer
    } finally {
      hold.leave(pass, throttled)
    }
  }

  /** Wait in ms before a second attempt; null for no second attempt. */
  const retryWait = (answer: UpstreamFault, patient: boolean): number | null => {
    if (!patient && answer.retry !== 'free') return null
    if (answer.throttled) return hold.isShort() ? hold.restMs() : null
    if (answer.retry === 'never') return null
    const { minMs, maxMs } = limits.retry
    return answer.retry === 'free' || budget.take() ? minMs + clock.random() * (maxMs - minMs) : null
  }

  const tries = async <T>(
    pass: BackoffAdmission,
    deadline: number,
    work: ServiceCallAttempt<T>,
    { probe, patient }: { probe: boolean; patient: boolean },
  ): Promise<ServiceCallResult<T>> => {
    budget.count()
    const first = await once(pass, 1, deadline, work)
    if (first.kind !== 'fault' || probe) return { answer: first, tries: 1 }
    const wait = retryWait(first, patient)
    if (wait === null || clock.monotonic() + wait >= deadline) return { answer: first, tries: 1 }
    await sleep(wait)
    return { answer: await once(pass, 2, deadline, work), tries: 2 }
  }

  const admit = async (id: string, deadline: number): Promise<BackoffAdmission> => {
    let pass = hold.enter(id)
    while (pass.kind === 'later') {
      await pass.ready
      pass = hold.enter(id)
    }
    if (pass.kind === 'held' || pass.afterMs === 0) return pass
    const held = (ms: number) => ({ kind: 'held', ms, cause: 'held' }) as const
    if (clock.monotonic() + pass.afterMs >= deadline) return held(pass.afterMs)
    await sleep(pass.afterMs)
    // Check again: the call that waited before this one may have received another 429 meanwhile.
    return hold.restMs() > 0 ? held(hold.restMs()) : pass
  }

  return {
    refusal: () => {
      const wait = breaker.waitMs()
      return wait > 0 || breaker.state() === 'half_open'
        ? createUpstreamBusyFault('breaker_open', wait)
        : null
    },
    run: async ({ id, deadline, patient = true }, work) => {
      // Apply the back-off first: a call that sends no request must not count in the circuit breaker.
      const pass = await admit(id, deadline)
      if (pass.kind === 'held') return { answer: createUpstreamBusyFault(pass.cause, pass.ms), tries: 0 }
      const ran = await breaker.run(async (probe) => tries(pass, deadline, work, { probe, patient }))
      if (ran === null) {
        hold.leave(pass, null)
        return { answer: createUpstreamBusyFault('breaker_open', breaker.waitMs()), tries: 0 }
      }
      const { answer } = ran
      if (answer.kind !== 'fault' || !answer.throttled) return ran
      const waitMs = Math.max(hold.restMs(), hold.restOfIdMs(id))
      return { answer: { ...answer, waitMs }, tries: ran.tries }
    },
    breakerState: breaker.state,
  }
}

/** Limits retries to a share of the requests in the window, so that retries do not multiply an outage. */
function createRetryBudget(limits: UpstreamLimits['retry'], clock: UpstreamClock) {
  const counts = createRollingCounts<'request' | 'retry'>(clock.monotonic, limits.windowMs)
  return {
    count: () => counts.add('request'),
    take: (): boolean => {
      const maxRetries = Math.max(limits.budgetFloor, counts.sum('request') * limits.budgetShare)
      if (counts.sum('retry') + 1 > maxRetries) return false
      counts.add('retry')
      return true
    },
  }
}

/** Creates the fault of a call that was never sent. `waitMs` is raised to at least a second. */
export function createUpstreamBusyFault(cause: string, waitMs: number): UpstreamFault {
  return { ...createUpstreamFault('upstream_busy', cause), waitMs: Math.max(waitMs, 1_000) }
}
