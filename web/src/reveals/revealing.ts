import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName } from '@paydesk/shared/ids'
import type { RevealAnswer, RevealRequest } from '@paydesk/shared/reveal'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useSeconds } from '../ui/clock.ts'

/** A value in clear, with when it was given by two clocks: one stands while the machine sleeps, one can be set back. */
interface Clear {
  readonly answer: RevealAnswer
  readonly at: number
  readonly mono: number
}

export interface Revealing {
  readonly clear: RevealAnswer | null
  /** Whole seconds until it is masked again. */
  readonly left: number
  readonly isAsking: boolean
  readonly error: unknown
  readonly ask: (asked: RevealRequest) => Promise<void>
  readonly hide: () => void
  /** Forgets a failure, and an answer that is on its way. */
  readonly drop: () => void
}

function leftOf({ answer, at, mono }: Clear): number {
  const gone = Math.max(Date.now() - at, performance.now() - mono)
  return answer.ms - gone
}

/**
 * One value, asked for and shown: it lives in this state and nowhere else, not in a cache of queries. It goes after
 * its time by the clock, when the window is hidden or left, and with the component.
 */
export function useRevealing(env: EnvironmentName | null): Revealing {
  const client = useClient()
  const [clear, setClear] = useState<Clear | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const under = useRef<AbortController>(null)
  useSeconds()
  const leftMs = clear === null ? 0 : leftOf(clear)
  const isOver = clear !== null && leftMs <= 0
  const hide = () => setClear(null)
  const hideNow = useEffectEvent(hide)
  const isShown = clear !== null
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => hideNow(), Math.max(0, leftMs))
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hideNow()
    }
    const onLeave = () => hideNow()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', onLeave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', onLeave)
    }
  }, [isShown, leftMs])
  useEffect(() => () => under.current?.abort(), [])

  async function ask(body: RevealRequest): Promise<void> {
    if (env === null) return
    under.current?.abort()
    const own = new AbortController()
    under.current = own
    setAsking(true)
    setError(null)
    try {
      const { signal } = own
      const answer = await client.call(endpoints.revealField, { params: { env }, body, signal })
      if (!signal.aborted) setClear({ answer, at: Date.now(), mono: performance.now() })
    } catch (thrown) {
      if (!own.signal.aborted) setError(thrown)
    } finally {
      if (under.current === own) setAsking(false)
    }
  }

  return {
    clear: isOver ? null : (clear?.answer ?? null),
    left: Math.max(0, Math.ceil(leftMs / 1_000)),
    isAsking,
    error,
    ask,
    hide,
    drop() {
      under.current?.abort()
      under.current = null
      setAsking(false)
      setError(null)
    },
  }
}
