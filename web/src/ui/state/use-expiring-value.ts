import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useNowEverySecond } from './use-now.ts'

/** Timestamped with both clocks: `performance.now()` stops during sleep, `Date.now()` can be changed. */
interface TimestampedValue<T> {
  readonly value: T
  readonly at: number
  readonly mono: number
}

export interface ExpiringValueControls<T> {
  /** Null if nothing is shown, or if the value has expired. */
  readonly value: T | null
  /** Whole seconds until the value is hidden. */
  readonly secondsLeft: number
  readonly show: (value: T) => void
  readonly hide: () => void
}

function computeRemainingMs({ value, at, mono }: TimestampedValue<{ readonly durationMs: number }>): number {
  const gone = Math.max(Date.now() - at, performance.now() - mono)
  return value.durationMs - gone
}

/**
 * Shows a value in clear for `durationMs` milliseconds. Holds the value in this state only, not in a query cache.
 * Drops the value when it expires, when the window is hidden (or was on arrival) or left, and on unmount.
 */
export function useExpiringValue<T extends { readonly durationMs: number }>(): ExpiringValueControls<T> {
  const [timestampedValue, setGiven] = useState<TimestampedValue<T> | null>(null)
  useNowEverySecond()
  const leftMs = timestampedValue === null ? 0 : computeRemainingMs(timestampedValue)
  const hide = useCallback(() => setGiven(null), [])
  const show = useCallback((value: T) => setGiven({ value, at: Date.now(), mono: performance.now() }), [])
  const hideNow = useEffectEvent(hide)
  const isShown = timestampedValue !== null
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => hideNow(), Math.max(0, leftMs))
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hideNow()
    }
    const onLeave = () => hideNow()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', onLeave)
    // Check now: the window may have been hidden while the value was requested.
    onVisibility()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', onLeave)
    }
  }, [isShown, leftMs])
  return {
    value: leftMs <= 0 ? null : (timestampedValue?.value ?? null),
    secondsLeft: Math.max(0, Math.ceil(leftMs / 1_000)),
    show,
    hide,
  }
}
