import type { UpstreamClock, UpstreamLimits } from '../parsing/limits.ts'
import { isCircuitBreakerFailure } from './fault.ts'
import { createRollingCounts } from './rolling-counts.ts'

type Answer = Parameters<typeof isCircuitBreakerFailure>[0]
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

/**
 * Creates the circuit breaker of one operation. Opens on a share of failures in a window of time, if nothing
 * has succeeded for a while; then one probe closes it or keeps it open.
 */
export function createCircuitBreaker(
  limits: UpstreamLimits['breaker'],
  { monotonic }: UpstreamClock,
  onChange: (state: BreakerState) => void,
): CircuitBreaker {
  const counts = createRollingCounts<'good' | 'bad'>(monotonic, limits.windowMs)
  let state: BreakerState = 'closed'
  let openedAt = Number.NEGATIVE_INFINITY
  let lastGood = Number.NEGATIVE_INFINITY
  const waitMs = () => (state === 'open' ? Math.max(0, openedAt + limits.openMs - monotonic()) : 0)

  function change(to: BreakerState): void {
    state = to
    if (to === 'open') openedAt = monotonic()
    onChange(to)
  }

  function record(isGood: boolean): void {
    counts.add(isGood ? 'good' : 'bad')
    if (isGood) lastGood = monotonic()
    // Ignore failures of calls that began before the circuit opened.
    if (isGood || state !== 'closed') return
    const bad = counts.sum('bad')
    const all = bad + counts.sum('good')
    const quiet = monotonic() - lastGood >= limits.quietMs
    if (quiet && all >= limits.minimum && bad >= all * limits.share) change('open')
  }

  /** Runs the one call that is let through; work that throws says nothing against the payment service. */
  async function probe<T extends { readonly answer: Answer }>(
    work: (probe: boolean) => Promise<T>,
  ): Promise<T> {
    change('half_open')
    let isGood = true
    try {
      const ran = await work(true)
      isGood = !isCircuitBreakerFailure(ran.answer)
      if (isGood) counts.reset()
      record(isGood)
      return ran
    } finally {
      change(isGood ? 'closed' : 'open')
    }
  }

  return {
    run: async (work) => {
      if (state === 'half_open' || waitMs() > 0) return null
      if (state === 'open') return probe(work)
      const ran = await work(false)
      record(!isCircuitBreakerFailure(ran.answer))
      return ran
    },
    state: () => state,
    waitMs,
  }
}
