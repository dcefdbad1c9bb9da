import type { UpstreamLimits } from '../parsing/limits.ts'

/**
 * Wait requested by a 429: ms of its Retry-After if readable, and the number of the attempt within the call.
 */
export type ThrottleSignal = { readonly ms: number | null; readonly requests: number }

export type BackoffPass =
  | { readonly kind: 'go'; readonly afterMs: number; readonly probe: boolean }
  | { readonly kind: 'held'; readonly ms: number }

export type RetryAfterBackoff = {
  /** Admits or holds a call; call before its first request. */
  readonly enter: () => BackoffPass
  /** Reports the end of a request; `throttled` is null unless the payment service answered 429. */
  readonly leave: (pass: BackoffPass, throttled: ThrottleSignal | null) => void
  /** Tells if a wait for a short Retry-After is running. */
  readonly isShort: () => boolean
  /** Milliseconds until the next request may go. */
  readonly restMs: () => number
}

/**
 * Backs off from an operation that answers 429. Waits for a short Retry-After inline. Otherwise holds all
 * calls for the requested time, within limits; then one request probes while the others stay held. With any
 * Retry-After, on average at most one request per `spacingMs` is sent.
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
        // Late answers to calls from before a long wait do not end that wait; only its probe does.
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
