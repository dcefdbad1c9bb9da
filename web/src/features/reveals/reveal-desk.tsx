import type { RevealRequest } from '@paydesk/shared/compliance/reveal'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { ReactNode } from 'react'
import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'

/** Why somebody looks, and under which ticket; the ticket as it is typed. */
export interface Reason {
  readonly purpose: RevealRequest['purpose'] | null
  readonly caseRef: string
}

interface Desk {
  readonly env: EnvironmentName
  /** What was given as the reason last on this page: the next value is mostly needed for the same. */
  readonly last: Reason
  readonly remember: (reason: Reason) => void
  /** What was asked for before the person went to prove who they are. */
  readonly resumed: RevealRequest | null
  readonly settle: () => void
  /** Own path to come back to after a proof, with the mark that something was begun. */
  readonly returnTo: string
}

const none: Reason = { purpose: null, caseRef: '' }
const context = createContext<Desk | null>(null)

interface RevealDeskProps {
  readonly env: EnvironmentName
  readonly returnTo: string
  /** The person has just come back from a proof; `onBack` takes the mark of it out of the address. */
  readonly isBack: boolean
  readonly onBack: () => void
  readonly children: ReactNode
}

/** Around a page with masked values: what was typed for one reveal, for as long as the page is open. */
export function RevealDesk({ env, returnTo, isBack, onBack, children }: RevealDeskProps): ReactNode {
  const client = useClient()
  const [last, remember] = useState(none)
  const [resumed, setResumed] = useState<RevealRequest | null>(null)
  const wasTaken = useRef(false)
  const takeUp = useEffectEvent(async () => {
    if (wasTaken.current) return
    wasTaken.current = true
    onBack()
    // Where it cannot be had it is typed again.
    const kept = await client.call(endpoints.takeKeptReveal, { params: { env } }).catch(() => null)
    setResumed(kept?.asked ?? null)
  })
  useEffect(() => {
    if (isBack) void takeUp()
  }, [isBack])
  const desk = useMemo(
    () => ({ env, last, remember, resumed, settle: () => setResumed(null), returnTo }),
    [env, last, resumed, returnTo],
  )
  return <context.Provider value={desk}>{children}</context.Provider>
}

/** Null where nothing is revealed: around the page is no desk. */
export function useRevealDesk(): Desk | null {
  return use(context)
}
