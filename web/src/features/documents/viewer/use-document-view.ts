import { useEffect, useMemo, useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import type { DocumentAccessReason, DocumentFileRef, DocumentsIdentityRef } from '../queries.ts'
import { createDocumentViewClient } from '../queries.ts'
import type { DocumentViewState } from './document-view.ts'
import { startDocumentView } from './document-view.ts'

const closedView: DocumentViewState = { state: 'closed' }

/**
 * Keeps a view of one file open while the caller is mounted and has a reason. Unmounting, another file, or
 * `end` (the page is hidden for good) closes the view and frees its bytes.
 */
export function useDocumentView(
  identityRef: DocumentsIdentityRef,
  ref: DocumentFileRef | null,
  opening: DocumentAccessReason | null,
) {
  const client = useApiClient()
  const { env, identity } = identityRef
  const calls = useMemo(() => createDocumentViewClient(client, { env, identity }), [client, env, identity])
  const [now, setNow] = useState<DocumentViewState>(closedView)
  const [attempt, setAttempt] = useState(0)
  const running = useRef<ReturnType<typeof startDocumentView>>(null)
  const document = ref?.document
  const file = ref?.file
  // A new attempt opens a new view.
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
    /** Closes the view at once, even if nothing renders any more. */
    end: () => running.current?.close(),
  }
}
export type DocumentViewHandle = ReturnType<typeof useDocumentView>
