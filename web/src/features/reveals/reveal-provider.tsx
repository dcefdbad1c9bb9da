import type { RevealRequest } from '@paydesk/shared/compliance/reveal'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { ReactNode } from 'react'
import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'

/** Why somebody looks, and under which ticket; the ticket as it is typed. */
export interface RevealReason {
  readonly purpose: RevealRequest['purpose'] | null
  readonly caseRef: string
}

interface RevealContextValue {
  readonly env: EnvironmentName
  /** What was given as the reason last on this page: the next value is mostly needed for the same. */
  readonly last: RevealReason
  readonly remember: (reason: RevealReason) => void
  /** What was asked for before the person went to prove who they are. */
  readonly resumed: RevealRequest | null
  readonly settle: () => void
  /** Own path to come back to after a proof, with the mark that something was begun. */
  readonly returnTo: string
}

const emptyReason: RevealReason = { purpose: null, caseRef: '' }
const RevealContext = createContext<RevealContextValue | null>(null)

interface RevealProviderProps {
  readonly env: EnvironmentName
  readonly returnTo: string
  /** The person has just come back from a proof; `onBack` takes the mark of it out of the address. */
  readonly isBack: boolean
  readonly onBack: () => void
  readonly children: ReactNode
}

/** Around a page with masked values: what was typed for one reveal, for as long as the page is open. */
export function RevealProvider({ env, returnTo, isBack, onBack, children }: RevealProviderProps): ReactNode {
  const client = useApiClient()
  const [last, remember] = useState(emptyReason)
  const [resumed, setResumed] = useState<RevealRequest | null>(null)
  const wasTaken = useRef(false)
  const takeUp = useEffectEvent(async () => {
    if (wasTaken.current) return
    wasTaken.current = true
    onBack()
    // Where it cannot be had it is typed again.
    const kept = await client.call(endpoints.consumePendingReveal, { params: { env } }).catch(() => null)
    setResumed(kept?.asked ?? null)
  })
  useEffect(() => {
    if (isBack) void takeUp()
  }, [isBack])
  const desk = useMemo(
    () => ({ env, last, remember, resumed, settle: () => setResumed(null), returnTo }),
    [env, last, resumed, returnTo],
  )
  return <RevealContext.Provider value={desk}>{children}</RevealContext.Provider>
}

/** Null where nothing is revealed: around the page is no desk. */
export function useRevealContext(): RevealContextValue | null {
  return use(RevealContext)
}
