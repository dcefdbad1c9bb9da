import type { UpstreamLimits } from '../parsing/limits.ts'

/**
 * Wait requested by a 429: ms of its Retry-After if readable, and the number of the attempt within the call.
 */
export type ThrottleSignal = { readonly ms: number | null; readonly requests: number }

export type BackoffAdmission =
  | {
      readonly kind: 'go'
      readonly id: string
      readonly afterMs: number
      /** True if the answer to this call decides whether the wait of the operation ends or begins again. */
      readonly probe: boolean
      /** True if the answer to this call tells whether a 429 concerned one id or the whole operation. */
      readonly witness: boolean
    }
  | { readonly kind: 'held'; readonly ms: number; readonly cause: 'held' | 'held_id' }

export type RetryAfterBackoff = {
  /**
   * Admits or holds a call for `id`; call before its first request. `later`: enter again once the promise
   * resolves, which is at the end of a call with the same time limit.
   */
  readonly enter: (id: string) => BackoffAdmission | { readonly kind: 'later'; readonly ready: Promise<void> }
  /** Reports the end of a request; `throttled` is null unless the payment service answered 429. */
  readonly leave: (pass: BackoffAdmission, throttled: ThrottleSignal | null) => void
  /** Tells if a wait for a short Retry-After is running. */
  readonly isShort: () => boolean
  /** Milliseconds until the next request of the operation may go. */
  readonly restMs: () => number
  /** Milliseconds until the next request for `id` may go. */
  readonly restOfIdMs: (id: string) => number
}

/** Limit of remembered ids: forgetting one only lets its next call ask again. */
const maxHeldIds = 1_000

/**
 * Backs off from a payment service that answers 429. Waits for a short Retry-After inline. Otherwise holds the
 * id that was asked for, and asks for another id with one call while the others wait: only if that is answered
 * 429 as well, all calls of the operation are held for the requested time, within limits. Then one request
 * probes while the others stay held. With any Retry-After, on average at most one request per `spacingMs` is
 * sent, after the two that told which of both it is.
 */
export function createRetryAfterBackoff(
  limits: UpstreamLimits['hold'],
  now: () => number,
): RetryAfterBackoff {
  let until = 0
  let state: 'free' | 'short' | 'long' | 'probing' = 'free'
  const heldIds = new Map<string, number>()
  /** Last id that was held alone, until its time is over or another id was answered. */
  let suspect: { readonly id: string; readonly until: number } | null = null
  let witness: PromiseWithResolvers<void> | null = null
  const restMs = (): number => Math.max(0, until - now())
  const restOfIdMs = (id: string): number => Math.max(0, (heldIds.get(id) ?? 0) - now())

  function holdId(id: string, ms: number): void {
    if (heldIds.size >= maxHeldIds)
      for (const [each, end] of heldIds) if (end <= now() || heldIds.size >= maxHeldIds) heldIds.delete(each)
    heldIds.set(id, now() + ms)
    suspect = { id, until: now() + ms }
    if (state === 'short') state = 'free'
  }

  function endWitness(): void {
    witness?.resolve()
    witness = null
  }

  return {
    enter: (id) => {
      if (state === 'probing') return { kind: 'held', ms: limits.spacingMs, cause: 'held' }
      if (state === 'long') {
        const rest = restMs()
        if (rest > 0) return { kind: 'held', ms: rest, cause: 'held' }
        state = 'probing'
        return { kind: 'go', id, afterMs: 0, probe: true, witness: false }
      }
      const own = restOfIdMs(id)
      if (own > 0) return { kind: 'held', ms: own, cause: 'held_id' }
      const isUncertain = suspect !== null && suspect.id !== id && suspect.until > now()
      if (isUncertain && witness !== null) return { kind: 'later', ready: witness.promise }
      if (isUncertain) witness = Promise.withResolvers()
      return { kind: 'go', id, afterMs: restMs(), probe: false, witness: isUncertain }
    },
    leave: (pass, throttled) => {
      if (pass.kind !== 'go') return
      if (pass.witness) endWitness()
      if (throttled === null) {
        if (suspect?.id !== pass.id) suspect = null
        // Late answers to calls from before a long wait do not end that wait; only its probe does.
        if (pass.probe || state === 'short') state = 'free'
        return
      }
      const { ms, requests } = throttled
      const isFree = state === 'free' || state === 'short'
      const isShort = requests === 1 && isFree && ms !== null && ms <= limits.inlineMs
      const wait = isShort ? ms : Math.min(Math.max(ms ?? 0, limits.spacingMs * requests), limits.maxMs)
      const isFirstId =
        !pass.witness && (suspect === null || suspect.id === pass.id || suspect.until <= now())
      if (!isShort && isFree && isFirstId) return holdId(pass.id, wait)
      until = Math.max(until, now() + wait)
      if (pass.probe || state !== 'probing') state = isShort ? 'short' : 'long'
    },
    isShort: () => state === 'short',
    restMs,
    restOfIdMs,
  }
}
