import type { RevealRequest, RevealResponse } from '@paydesk/shared/compliance/reveal'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useExpiringValue } from '../../ui/state/use-expiring-value.ts'

export interface RevealState {
  readonly clear: RevealResponse | null
  /** Whole seconds until the value is masked again. */
  readonly secondsLeft: number
  readonly isAsking: boolean
  readonly error: unknown
  readonly reveal: (asked: RevealRequest) => Promise<void>
  readonly hide: () => void
  /** Clears an error, and aborts a pending request. */
  readonly cancel: () => void
}

/** Requests one value and shows it for a limited time, past every cache. */
export function useReveal(env: EnvironmentName | null): RevealState {
  const client = useApiClient()
  const shown = useExpiringValue<RevealResponse>()
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
    secondsLeft: shown.secondsLeft,
    isAsking,
    error,
    reveal: ask,
    hide: shown.hide,
    cancel() {
      under.current?.abort()
      under.current = null
      setAsking(false)
      setError(null)
    },
  }
}
