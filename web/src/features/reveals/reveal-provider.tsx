import type { RevealRequest } from '@paydesk/shared/compliance/reveals'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { ReactNode } from 'react'
import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'

/** Reason and ticket of a reveal; the ticket is kept as typed. */
export interface RevealReason {
  readonly purpose: RevealRequest['purpose'] | null
  readonly caseRef: string
}

interface RevealContextValue {
  readonly env: EnvironmentName
  /** Last reason on this page, prefilled because the next value usually needs the same reason. */
  readonly last: RevealReason
  readonly remember: (reason: RevealReason) => void
  /** Request to resume after re-authentication. */
  readonly resumed: RevealRequest | null
  readonly settle: () => void
  /** Own return path after re-authentication, with the marker of a pending reveal. */
  readonly returnTo: string
}

const emptyReason: RevealReason = { purpose: null, caseRef: '' }
const RevealContext = createContext<RevealContextValue | null>(null)

interface RevealProviderProps {
  readonly env: EnvironmentName
  readonly returnTo: string
  /** True right after re-authentication; `onBack` removes the marker from the URL. */
  readonly isBack: boolean
  readonly onBack: () => void
  readonly children: ReactNode
}

/** Shares reason and pending request among the masked values of a page, for as long as the page is open. */
export function RevealProvider({ env, returnTo, isBack, onBack, children }: RevealProviderProps): ReactNode {
  const client = useApiClient()
  const [last, remember] = useState(emptyReason)
  const [resumed, setResumed] = useState<RevealRequest | null>(null)
  const wasTaken = useRef(false)
  const takeUp = useEffectEvent(async () => {
    if (wasTaken.current) return
    wasTaken.current = true
    onBack()
    // Fall back to an empty form if the pending reveal is no longer available.
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

/** Returns null outside a `RevealProvider`, on pages that reveal nothing. */
export function useRevealContext(): RevealContextValue | null {
  return use(RevealContext)
}
