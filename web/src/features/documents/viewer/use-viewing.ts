import { useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import type { FileRef, IdentityPlace, Opening } from '../queries.ts'
import { viewCalls } from '../queries.ts'
import type { Viewing } from './viewing.ts'
import { startViewing } from './viewing.ts'

const closed: Viewing = { state: 'closed' }

/**
 * Looks at one file for as long as the caller is on screen and has a reason for it. Leaving it, another file,
 * and the page being hidden for good all end the view, and its bytes with it.
 */
export function useViewing(place: IdentityPlace, ref: FileRef | null, opening: Opening | null) {
  const client = useClient()
  const { env, identity } = place
  const calls = useMemo(() => viewCalls(client, { env, identity }), [client, env, identity])
  const [now, setNow] = useState<Viewing>(closed)
  const [attempt, setAttempt] = useState(0)
  const running = useRef<ReturnType<typeof startViewing>>(null)
  const document = ref?.document
  const file = ref?.file
  // Another try is a new view.
  useEffect(() => {
    if (document === undefined || file === undefined || opening === null) return
    const one = startViewing(calls, { document, file }, opening, setNow)
    running.current = one
    return () => {
      running.current = null
      one.close()
    }
  }, [calls, document, file, opening, attempt])
  return {
    now,
    page: (number: number) => running.current?.page(number),
    again: () => setAttempt((before) => before + 1),
    /** Ends it at once, also where nothing is rendered any more. */
    end: () => running.current?.close(),
  }
}
export type UsedViewing = ReturnType<typeof useViewing>
