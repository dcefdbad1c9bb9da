import type {
  DiscrepancyId,
  DiscrepancyView,
  ExplainDiscrepancyRequest,
} from '@paydesk/shared/cases/reconciliation'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { reconciliationQueries, refreshReconciliation, updateCachedDiscrepancy } from './queries.ts'

interface ResultMessage {
  readonly text: string
  readonly beside: DiscrepancyId | null
}

interface DiscrepancyExplanationEditorProps {
  readonly env: EnvironmentName
  readonly rows: readonly DiscrepancyView[]
  readonly opened: DiscrepancyId | null
  /** Called after an explanation was recorded. `next`: the discrepancy to open, or null if none is left. */
  readonly onDone: (next: DiscrepancyId | null) => void
}

/** Opens and sends the explanation of the open discrepancy. Its form keeps typed text as a draft. */
export function useDiscrepancyExplanationEditor({
  env,
  rows,
  opened,
  onDone,
}: DiscrepancyExplanationEditorProps) {
  const texts = useMessages('reconciliation').form
  const queryClient = useQueryClient()
  const showToast = useToast()
  const [begun, setBegun] = useState<DiscrepancyId | null>(null)
  const [resultMessage, setSaid] = useState<ResultMessage | null>(null)
  const send = useMutation({
    ...reconciliationQueries(useApiClient()).explain(env),
    onSuccess({ answer, row }) {
      const text = answer === 'closed' ? texts.alreadyClosed : texts.saved
      const next = answer === 'closed' ? row.discrepancy : findNextOpen(rows, row.discrepancy)
      updateCachedDiscrepancy(queryClient, env, row)
      setBegun(null)
      const all = next === null ? `${text} ${texts.noneLeft}` : text
      showToast({ text: all })
      setSaid({ text: all, beside: next })
      onDone(next)
      return refreshReconciliation(queryClient, env)
    },
  })
  return {
    /** True while the form of the open discrepancy is shown. */
    isOpen: opened !== null && begun === opened,
    /** Result of the last explanation, shown while the discrepancy that was opened next stays open. */
    said: resultMessage?.beside === opened ? (resultMessage?.text ?? null) : null,
    isSending: send.isPending,
    error: send.variables?.item === opened ? send.error : null,
    begin(item: DiscrepancyId) {
      setSaid(null)
      setBegun(item)
    },
    /** Closes the form; the next `begin` restores the draft. */
    leave: () => setBegun(null),
    /** `onSent`: called once the explanation is recorded. */
    send(body: ExplainDiscrepancyRequest, onSent: () => void) {
      if (opened !== null && !send.isPending) send.mutate({ item: opened, body }, { onSuccess: onSent })
    },
  }
}
export type DiscrepancyExplanationEditor = ReturnType<typeof useDiscrepancyExplanationEditor>

/** Returns the next unexplained discrepancy, else the first one; `here` if that was explained before. */
function findNextOpen(rows: readonly DiscrepancyView[], here: DiscrepancyId): DiscrepancyId | null {
  const at = rows.findIndex(({ discrepancy }) => discrepancy === here)
  if (rows[at]?.explanation) return here
  const waits = (row: DiscrepancyView) =>
    row.discrepancy !== here && row.explanation === null && row.closedAt === null
  return (rows.slice(at + 1).find(waits) ?? rows.find(waits))?.discrepancy ?? null
}
