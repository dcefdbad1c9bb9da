import { useEffect, useMemo, useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import type { DocumentAccessReason, DocumentFileRef, DocumentsIdentityRef } from '../queries.ts'
import { createDocumentViewCalls } from '../queries.ts'
import type { DocumentViewState } from './document-view.ts'
import { startDocumentView } from './document-view.ts'

const closedView: DocumentViewState = { state: 'closed' }

/**
 * Looks at one file for as long as the caller is on screen and has a reason for it. Leaving it, another file,
 * and the page being hidden for good all end the view, and its bytes with it.
 */
export function useDocumentView(
  place: DocumentsIdentityRef,
  ref: DocumentFileRef | null,
  opening: DocumentAccessReason | null,
) {
  const client = useApiClient()
  const { env, identity } = place
  const calls = useMemo(() => createDocumentViewCalls(client, { env, identity }), [client, env, identity])
  const [now, setNow] = useState<DocumentViewState>(closedView)
  const [attempt, setAttempt] = useState(0)
  const running = useRef<ReturnType<typeof startDocumentView>>(null)
  const document = ref?.document
  const file = ref?.file
  // Another try is a new view.
  useEffect(() => {
    if (document === undefined || file === undefined || opening === null) return
    const one = startDocumentView(calls, { document, file }, opening, setNow)
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
export type DocumentViewHandle = ReturnType<typeof useDocumentView>
