import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName } from '@paydesk/shared/ids'
import type { IndexFilter } from '@paydesk/shared/indexed'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { unreachable } from '../api/client.ts'
import { useClient } from '../api/client-context.tsx'
import { ProblemError } from '../api/problem-error.ts'
import { useAnnounce } from '../ui/announce.tsx'
import { Button } from '../ui/button.tsx'
import { counted, countOf } from '../ui/counted.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import styles from './export-button.module.css'

type Export =
  | { readonly step: 'none' }
  | { readonly step: 'running'; readonly rows: number }
  | { readonly step: 'done'; readonly rows: number }
  | { readonly step: 'failed'; readonly error: unknown }

interface ExportProps {
  readonly env: EnvironmentName
  readonly filter: IndexFilter
  /** How many rows to expect; null where there are more than were counted. */
  readonly expected: number | null
}

const lineEnd = 0x0a

/** The rows of the current filter as a file; nothing of it is kept when it is cancelled or cut off. */
export function useExport({ env, filter, expected }: ExportProps) {
  const client = useClient()
  const announce = useAnnounce()
  const [state, setState] = useState<Export>({ step: 'none' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  async function start() {
    const control = new AbortController()
    running.current = control
    setState({ step: 'running', rows: 0 })
    try {
      const pieces: Uint8Array<ArrayBuffer>[] = []
      let ends = 0
      const body = await client.stream(endpoints.exportTransactions, {
        params: { env },
        query: filter,
        signal: control.signal,
      })
      await eachPiece(body, (piece) => {
        pieces.push(piece)
        for (const byte of piece) if (byte === lineEnd) ends += 1
        setState({ step: 'running', rows: Math.max(0, ends - 1) })
      })
      saveAs(`transactions-${env}-${new Date().toISOString().slice(0, 10)}.csv`, pieces)
      setState({ step: 'done', rows: Math.max(0, ends - 1) })
      announce(`${countOf(Math.max(0, ends - 1), 'row')} exported`)
    } catch (error) {
      setState(control.signal.aborted ? { step: 'none' } : { step: 'failed', error })
    }
  }
  const cancel = () => running.current?.abort()
  return { state, start, cancel, expected }
}

/** A stream that breaks off gives no file: half a list would look like a whole one. */
async function eachPiece(
  body: ReadableStream<Uint8Array>,
  take: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (error instanceof ProblemError || (error instanceof DOMException && error.name === 'AbortError'))
        throw error
      throw unreachable('The export broke off before its end, so no file was kept. Try again.')
    })
    if (done) return
    take(new Uint8Array(value))
  }
}

function saveAs(name: string, pieces: readonly Uint8Array<ArrayBuffer>[]): void {
  const address = URL.createObjectURL(new Blob([...pieces], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

export function ExportButton({
  state,
  start,
}: Pick<ReturnType<typeof useExport>, 'state' | 'start'>): ReactNode {
  return (
    <Button disabled={state.step === 'running'} onClick={() => void start()}>
      <Download size={14} aria-hidden /> Export CSV
    </Button>
  )
}

/** How far it is, with the way to stop it, what came of it, or why nothing did. */
export function ExportLine({ state, start, cancel, expected }: ReturnType<typeof useExport>): ReactNode {
  switch (state.step) {
    case 'none':
      return null
    case 'running':
      return (
        <p className={styles.line}>
          <progress
            aria-label="Export"
            {...(expected === null ? {} : { value: Math.min(state.rows, expected), max: expected })}
          />
          <span>
            {counted(state.rows)}
            {expected === null ? '' : ` of ${counted(expected)}`} rows
          </span>
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        </p>
      )
    case 'done':
      return (
        <p className={styles.line}>
          Exported {countOf(state.rows, 'row')}, with the masks of your role. The export is recorded.
        </p>
      )
    case 'failed':
      return (
        <ProblemNote error={state.error} retry={() => void start()} missing="The list was not exported" />
      )
  }
}
