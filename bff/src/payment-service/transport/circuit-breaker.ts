import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  handleWhenResult,
  type IBackoff,
  type IBreaker,
} from 'cockatiel'
import type { UpstreamClock, UpstreamLimits } from '../parsing/limits.ts'
import { isServiceFailure } from './fault.ts'
import { createRollingCounts } from './rolling-counts.ts'

type Answer = Parameters<typeof isServiceFailure>[0]
export type BreakerState = 'closed' | 'open' | 'half_open'

export type CircuitBreaker = {
  /**
   * Runs `work`. Resolves to null without running `work` if the circuit is open or a probe is in flight.
   * `probe`: this call is the probe.
   */
  readonly run: <T extends { readonly answer: Answer }>(
    work: (probe: boolean) => Promise<T>,
  ) => Promise<T | null>
  readonly state: () => BreakerState
  /** Milliseconds until a probe may start; 0 when the circuit is not open. */
  readonly waitMs: () => number
}

const stateNames: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Isolated]: 'open',
}

/**
 * Wraps cockatiel's circuit breaker and changes three things. The window drops calls by age (the library
 * keeps failures of an hour ago until new calls push them out). Time is monotonic (the library uses the wall
 * clock; set back by an hour, that clock would keep the circuit open for an hour). A call during the probe is
 * refused at once (the library lets the call wait for the probe).
 */
export function createCircuitBreaker(
  limits: UpstreamLimits['breaker'],
  clock: UpstreamClock,
  onChange: (state: BreakerState) => void,
): CircuitBreaker {
  let openedAt = Number.NEGATIVE_INFINITY
  const isOver = (): boolean => clock.monotonic() - openedAt >= limits.openMs
  const pause: IBackoff<unknown> = {
    get duration() {
      return isOver() ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    },
    next: () => pause,
  }
  const failures = new WeakSet<object>()
  const window = createSlidingWindow(limits, clock)
  const circuit = circuitBreaker(
    handleWhenResult((ran) => typeof ran === 'object' && ran !== null && failures.has(ran)),
    {
      breaker: window,
      halfOpenAfter: pause,
    },
  )
  circuit.onBreak(() => {
    openedAt = clock.monotonic()
  })
  circuit.onStateChange((state) => onChange(stateNames[state]))
  /** Passes only failures to the library: its layers cost more than the rest of a successful call. */
  const note = async (ran: { readonly answer: Answer }): Promise<void> => {
    if (!isServiceFailure(ran.answer)) return window.success(CircuitState.Closed)
    if (circuit.state !== CircuitState.Closed) return void window.failure(CircuitState.Closed)
    failures.add(ran)
    await circuit.execute(() => ran)
  }

  return {
    run: async (work) => {
      if (circuit.state === CircuitState.HalfOpen) return null
      if (circuit.state === CircuitState.Closed) {
        const ran = await work(false)
        await note(ran)
        return ran
      }
      try {
        return await circuit.execute(async () => {
          const ran = await work(true)
          if (isServiceFailure(ran.answer)) failures.add(ran)
          return ran
        })
      } catch (error) {
        if (error instanceof BrokenCircuitError) return null
        throw error
      }
    },
    state: () => stateNames[circuit.state],
    waitMs: () =>
      circuit.state === CircuitState.Open ? Math.max(0, openedAt + limits.openMs - clock.monotonic()) : 0,
  }
}

function createSlidingWindow(limits: UpstreamLimits['breaker'], clock: UpstreamClock): IBreaker {
  const counts = createRollingCounts<'good' | 'bad'>(clock.monotonic, limits.windowMs)
  let lastGood = Number.NEGATIVE_INFINITY
  return {
    state: null,
    success: (state) => {
      if (state === CircuitState.HalfOpen) counts.reset()
      counts.add('good')
      lastGood = clock.monotonic()
    },
    failure: (state) => {
      counts.add('bad')
      if (state !== CircuitState.Closed) return true
      const bad = counts.sum('bad')
      const all = bad + counts.sum('good')
      const quiet = clock.monotonic() - lastGood >= limits.quietMs
      return quiet && all >= limits.minimum && bad >= all * limits.share
    },
  }
}
