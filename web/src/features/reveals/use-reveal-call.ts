import { useEffect, useRef, useState } from 'react'

export interface RevealCall<Body> {
  readonly isAsking: boolean
  readonly error: unknown
  /** Resolves with true once the value is shown. */
  readonly ask: (body: Body) => Promise<boolean>
  /** Clears an error, and aborts a pending request. */
  readonly cancel: () => void
}

/** Sends one reveal at a time and hands its answer to `show`, past every cache. */
export function useRevealCall<Body, Answer>(
  send: (body: Body, signal: AbortSignal) => Promise<Answer>,
  show: (answer: Answer) => void,
): RevealCall<Body> {
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const under = useRef<AbortController>(null)
  useEffect(() => () => under.current?.abort(), [])
  return {
    isAsking,
    error,
    async ask(body) {
      under.current?.abort()
      const own = new AbortController()
      under.current = own
      setAsking(true)
      setError(null)
      try {
        const answer = await send(body, own.signal)
        if (own.signal.aborted) return false
        show(answer)
        return true
      } catch (thrown) {
        if (!own.signal.aborted) setError(thrown)
        return false
      } finally {
        if (under.current === own) setAsking(false)
      }
    },
    cancel() {
      under.current?.abort()
      under.current = null
      setAsking(false)
      setError(null)
    },
  }
}
