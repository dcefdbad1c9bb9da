import type { UpstreamLimits } from '../parsing/limits.ts'

/** What a 429 asked for: ms of its Retry-After if readable, and which request of the call it answered. */
export type ThrottleSignal = { readonly ms: number | null; readonly requests: number }

export type BackoffPass =
  | { readonly kind: 'go'; readonly afterMs: number; readonly probe: boolean }
  | { readonly kind: 'held'; readonly ms: number }

export type RetryAfterBackoff = {
  /** Asked before a call's first request. */
  readonly enter: () => BackoffPass
  /** Told after each request; null where the service did not say 429. */
  readonly leave: (pass: BackoffPass, throttled: ThrottleSignal | null) => void
  /** A wait for a short Retry-After is on. */
  readonly isShort: () => boolean
  /** ms until the next request may go. */
  readonly restMs: () => number
}

/**
 * Keeps away from an operation that answers 429. A short Retry-After is waited for. Otherwise
 * everyone is held back for as long as it asks, within limits, and then one request probes while
 * the others stay held: whatever the service says, one request per `spacingMs` in the mean.
 */
export function createRetryAfterBackoff(
  limits: UpstreamLimits['hold'],
  now: () => number,
): RetryAfterBackoff {
  let until = 0
  let state: 'free' | 'short' | 'long' | 'probing' = 'free'
  const restMs = (): number => Math.max(0, until - now())
  return {
    enter: () => {
      if (state === 'free' || state === 'short') return { kind: 'go', afterMs: restMs(), probe: false }
      if (state === 'probing') return { kind: 'held', ms: limits.spacingMs }
      const rest = restMs()
      if (rest > 0) return { kind: 'held', ms: rest }
      state = 'probing'
      return { kind: 'go', afterMs: 0, probe: true }
    },
    leave: (pass, throttled) => {
      const probed = pass.kind === 'go' && pass.probe
      if (throttled === null) {
        // Late answers of calls that went before a long hold do not end it; its probe does.
        if (probed || state === 'short') state = 'free'
        return
      }
      const { ms, requests } = throttled
      const early = requests === 1 && (state === 'free' || state === 'short')
      const isShort = early && ms !== null && ms <= limits.inlineMs
      const wait = isShort ? ms : Math.min(Math.max(ms ?? 0, limits.spacingMs * requests), limits.maxMs)
      until = Math.max(until, now() + wait)
      if (probed || state !== 'probing') state = isShort ? 'short' : 'long'
    },
    isShort: () => state === 'short',
    restMs,
  }
}
