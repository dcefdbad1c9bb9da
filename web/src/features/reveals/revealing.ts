import type { RevealAnswer, RevealRequest } from '@paydesk/shared/compliance/reveal'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { useShortLived } from '../../ui/state/use-expiring-value.ts'

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

/** One value, asked for and shown for its time: past every cache. */
export function useRevealing(env: EnvironmentName | null): Revealing {
  const client = useClient()
  const shown = useShortLived<RevealAnswer>()
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const under = useRef<AbortController>(null)
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
      if (!signal.aborted) shown.show(answer)
    } catch (thrown) {
      if (!own.signal.aborted) setError(thrown)
    } finally {
      if (under.current === own) setAsking(false)
    }
  }

  return {
    clear: shown.value,
    left: shown.left,
    isAsking,
    error,
    ask,
    hide: shown.hide,
    drop() {
      under.current?.abort()
      under.current = null
      setAsking(false)
      setError(null)
    },
  }
}
