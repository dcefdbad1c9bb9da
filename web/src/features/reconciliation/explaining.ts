import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { DriftItem, DriftRow, ExplainRequest } from '@paydesk/shared/work/drift'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { driftQueries, readDriftAgain, showRow } from './queries.ts'

/** What is typed before it is sent. */
export interface Typed {
  readonly reason: string | null
  readonly text: string
  readonly ticket: string
}

const untyped: Typed = { reason: null, text: '', ticket: '' }

interface Said {
  readonly words: string
  readonly beside: DriftItem | null
}

interface ExplainingProps {
  readonly env: EnvironmentName
  readonly rows: readonly DriftRow[]
  readonly opened: DriftItem | null
  /** An explanation is recorded: the item that is next, the same one again, or null where none is left. */
  readonly onDone: (next: DriftItem | null) => void
}

/** Explaining the open item: what was typed stays with its item, in memory only, until it is sent. */
export function useExplaining({ env, rows, opened, onDone }: ExplainingProps) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const [begun, setBegun] = useState<DriftItem | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const send = useMutation({
    ...driftQueries(useClient()).explain(env),
    onSuccess({ answer, row }) {
      const words = answer === 'closed' ? closedWords : recordedWords
      const next = answer === 'closed' ? row.item : nextOf(rows, row.item)
      showRow(queryClient, env, row)
      forget(row.item)
      const all = next === null ? `${words} ${lastWords}` : words
      announce(all)
      setSaid({ words: all, beside: next })
      onDone(next)
      return readDriftAgain(queryClient, env)
    },
  })
  function forget(item: DriftItem) {
    setBegun(null)
    setTyped(({ [item]: _, ...others }) => others)
  }
  return {
    /** True while the form is open for the open item. */
    isOpen: opened !== null && begun === opened,
    /** What came of the last one, for as long as the item that was opened after it is. */
    said: said?.beside === opened ? (said?.words ?? null) : null,
    typed: (opened === null ? undefined : typed[opened]) ?? untyped,
    isSending: send.isPending,
    error: send.variables?.item === opened ? send.error : null,
    begin(item: DriftItem) {
      setSaid(null)
      setBegun(item)
    },
    /** Leaves the form; what was typed is there again with the next `begin`. */
    leave: () => setBegun(null),
    change(part: Partial<Typed>) {
      if (opened !== null) setTyped((all) => ({ ...all, [opened]: { ...(all[opened] ?? untyped), ...part } }))
    },
    send(body: ExplainRequest) {
      if (opened !== null && !send.isPending) send.mutate({ item: opened, body })
    },
  }
}
export type Explaining = ReturnType<typeof useExplaining>

const recordedWords = 'Explained. It stays until the facts agree.'
const closedWords = 'The facts agree already: it is closed, and nothing was recorded.'
const lastWords = 'No further one on this page waits for an explanation.'

/** The item after this one that nobody has explained, else the first before it; itself, where it was explained before. */
function nextOf(rows: readonly DriftRow[], here: DriftItem): DriftItem | null {
  const at = rows.findIndex(({ item }) => item === here)
  if (rows[at]?.explained) return here
  const waits = (row: DriftRow) => row.item !== here && row.explained === null && row.closedAt === null
  return (rows.slice(at + 1).find(waits) ?? rows.find(waits))?.item ?? null
}
