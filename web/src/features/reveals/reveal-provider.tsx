import type {
  RevealGroup,
  RevealGroupRequest,
  RevealGroupResponse,
  RevealRequest,
} from '@paydesk/shared/compliance/reveals'
import type { EnvironmentName, IdentityHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { parseUrlSearch } from '../../lib/search-string.ts'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { useExpiringValue } from '../../ui/state/use-expiring-value.ts'

/** Reason and ticket of a reveal; the ticket is kept as typed. */
export interface RevealReason {
  readonly purpose: RevealRequest['purpose'] | null
  readonly caseRef: string
}

/** Revealed group of an identity record, with its values in clear. */
export interface RevealedGroup extends RevealGroupResponse {
  readonly identity: IdentityHandle
  readonly group: RevealGroup
}

export interface RevealContextValue {
  readonly env: EnvironmentName
  /** Last ticket on this page, filled in again. The purpose is chosen for each value. */
  readonly lastTicket: string
  readonly rememberTicket: (ticket: string) => void
  /** Request to resume after re-authentication. */
  readonly resumed: RevealRequest | RevealGroupRequest | null
  readonly settle: () => void
  readonly group: RevealedGroup | null
  readonly showGroup: (group: RevealedGroup) => void
  readonly hideGroup: () => void
  /** Own return path after re-authentication, with the marker of a pending reveal. */
  readonly returnTo: string
}

const RevealContext = createContext<RevealContextValue | null>(null)
/** Apart from the values, which do not change each second. */
const GroupTimeContext = createContext(0)

/** Marker in the address after re-authentication: says only that a reveal was begun. */
const returnMarker = { again: 'reveal' } as const

interface RevealProviderProps {
  readonly children: ReactNode
}

/** Lets a user with the permission reveal the masked values of a page. */
export function RevealProvider({ children }: RevealProviderProps): ReactNode {
  return useMay('reveal.use') ? <RevealReasonProvider>{children}</RevealReasonProvider> : children
}

/** Shares reason and pending request among the masked values of a page, for as long as the page is open. */
function RevealReasonProvider({ children }: RevealProviderProps): ReactNode {
  const { name: env } = useEnvironment()
  const { pathname, searchStr } = useLocation()
  const navigate = useNavigate()
  const { again, ...search } = parseUrlSearch(searchStr)
  const isBack = again === returnMarker.again
  const back = new URLSearchParams(searchStr)
  back.set('again', returnMarker.again)
  const returnTo = `${pathname}?${back}`
  const client = useApiClient()
  const [lastTicket, rememberTicket] = useState('')
  const [resumed, setResumed] = useState<RevealContextValue['resumed']>(null)
  const wasTaken = useRef(false)
  const takeUp = useEffectEvent(async () => {
    if (wasTaken.current) return
    wasTaken.current = true
    // Remove the marker from the address.
    void navigate({ to: pathname, search, replace: true })
    // Fall back to an empty form if the pending reveal is no longer available.
    const kept = await client.call(endpoints.consumePendingReveal, { params: { env } }).catch(() => null)
    setResumed(kept?.request ?? null)
  })
  useEffect(() => {
    if (isBack) void takeUp()
  }, [isBack])
  const { value: group, secondsLeft, show: showGroup, hide: hideGroup } = useExpiringValue<RevealedGroup>()
  const desk = useMemo(
    () => ({
      ...{ env, lastTicket, rememberTicket, resumed, returnTo, group, showGroup, hideGroup },
      settle: () => setResumed(null),
    }),
    [env, lastTicket, resumed, returnTo, group, showGroup, hideGroup],
  )
  return (
    <RevealContext.Provider value={desk}>
      <GroupTimeContext.Provider value={secondsLeft}>{children}</GroupTimeContext.Provider>
    </RevealContext.Provider>
  )
}

/** Returns the whole seconds until the shown group is masked again. */
export function useRevealedGroupSecondsLeft(): number {
  return use(GroupTimeContext)
}

/** Returns null outside a `RevealProvider`, on pages that reveal nothing. */
export function useRevealContext(): RevealContextValue | null {
  return use(RevealContext)
}
