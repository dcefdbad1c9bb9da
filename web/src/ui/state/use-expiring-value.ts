import { useEffect, useEffectEvent, useState } from 'react'
import { useNowEverySecond } from './use-now.ts'

/** What was given, with when by two clocks: one stands while the machine sleeps, one can be set back. */
interface TimestampedValue<T> {
  readonly value: T
  readonly at: number
  readonly mono: number
}

export interface ExpiringValue<T> {
  /** Null where nothing is shown, or its time is over. */
  readonly value: T | null
  /** Whole seconds until it goes. */
  readonly secondsLeft: number
  readonly show: (value: T) => void
  readonly hide: () => void
}

function computeRemainingMs({ value, at, mono }: TimestampedValue<{ readonly ms: number }>): number {
  const gone = Math.max(Date.now() - at, performance.now() - mono)
  return value.ms - gone
}

/**
 * Something in clear for `ms` milliseconds: it lives in this state and nowhere else, not in a cache of queries. It
 * goes after its time by the clock, when the window is hidden (or was when it came) or left, and with the component.
 */
export function useExpiringValue<T extends { readonly ms: number }>(): ExpiringValue<T> {
  const [given, setGiven] = useState<TimestampedValue<T> | null>(null)
  useNowEverySecond()
  const leftMs = given === null ? 0 : computeRemainingMs(given)
  const hide = () => setGiven(null)
  const hideNow = useEffectEvent(hide)
  const isShown = given !== null
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => hideNow(), Math.max(0, leftMs))
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hideNow()
    }
    const onLeave = () => hideNow()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', onLeave)
    // It may have come into a window that was hidden while it was asked for.
    onVisibility()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', onLeave)
    }
  }, [isShown, leftMs])
  return {
    value: leftMs <= 0 ? null : (given?.value ?? null),
    secondsLeft: Math.max(0, Math.ceil(leftMs / 1_000)),
    show: (value) => setGiven({ value, at: Date.now(), mono: performance.now() }),
    hide,
  }
}
