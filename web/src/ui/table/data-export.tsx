import type { ExportSelection } from '@paydesk/shared/cases/export-requests'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createUnreachableError } from '../../lib/api/api-client.ts'
import { describeFailure, ProblemError } from '../../lib/api/problem-error.ts'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../forms/button.tsx'
import { ProblemNote } from '../page/problem-note.tsx'
import { useToast } from '../text/toasts.tsx'
import styles from './data-export.module.css'

const ExportApproval = lazy(() =>
  import('../exports/export-approval.tsx').then((part) => ({ default: part.ExportApproval })),
)

type ExportState =
  | { readonly step: 'none' }
  | { readonly step: 'running'; readonly rows: number }
  | { readonly step: 'done'; readonly rows: number }
  | { readonly step: 'failed'; readonly error: unknown }

interface ExportProps {
  /** Name of the file without extension; never a value of a record. */
  readonly name: string
  /** Requests the bytes; a refusal rejects before the first byte. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  /** Message if there is no file. */
  readonly missing: string
  /** Expected number of rows; null if there are more than were counted. */
  readonly expected: number | null
  /** Rows of the export, for a request of an approval; null for a list that is exported without one. */
  readonly selection: ExportSelection | null
  /** Default `csv`: the first line holds the names of the columns. */
  readonly format?: 'csv' | 'jsonl'
}

const lineEnd = 0x0a

/** Exports rows to a file. Keeps nothing if the export is cancelled or cut off. */
export function useDataExport({
  name,
  open,
  missing,
  expected,
  selection,
  format: fileFormat = 'csv',
}: ExportProps) {
  const texts = useMessages('lists').export
  const format = useFormat()
  const showToast = useToast()
  const [state, setState] = useState<ExportState>({ step: 'none' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  async function start() {
    const control = new AbortController()
    running.current = control
    setState({ step: 'running', rows: 0 })
    const rowsIn = (ends: number) => (fileFormat === 'csv' ? Math.max(0, ends - 1) : ends)
    try {
      const pieces: Uint8Array<ArrayBuffer>[] = []
      let ends = 0
      await readChunks(await open(control.signal), (piece) => {
        pieces.push(piece)
        for (const byte of piece) if (byte === lineEnd) ends += 1
        setState({ step: 'running', rows: rowsIn(ends) })
      })
      downloadFile(`${name}.${fileFormat}`, pieces)
      setState({ step: 'done', rows: rowsIn(ends) })
      showToast({ text: format.text(texts.done, { count: rowsIn(ends) }) })
    } catch (error) {
      setState(control.signal.aborted ? { step: 'none' } : { step: 'failed', error })
    }
  }
  const cancel = () => running.current?.abort()
  return { state, start, cancel, expected, missing, selection, format: fileFormat }
}

/** Reads a stream to its end. Throws if the stream breaks off: half a list would look like a whole one. */
export async function readChunks(
  body: ReadableStream<Uint8Array>,
  onChunk: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (error instanceof ProblemError || (error instanceof DOMException && error.name === 'AbortError'))
        throw error
      throw createUnreachableError('cut_off')
    })
    if (done) return
    onChunk(new Uint8Array(value))
  }
}

/** Offers the pieces to the browser as one download. */
export function downloadFile(
  name: string,
  pieces: readonly Uint8Array<ArrayBuffer>[],
  type = 'text/csv',
): void {
  const address = URL.createObjectURL(new Blob([...pieces], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

export function ExportButton({
  state,
  start,
}: Pick<ReturnType<typeof useDataExport>, 'state' | 'start'>): ReactNode {
  const { button } = useMessages('lists').export
  return (
    <Button disabled={state.step === 'running'} onClick={() => void start()}>
      <Download size={14} aria-hidden /> {button}
    </Button>
  )
}

/** Shows the progress with a cancel button, then the result or the error. */
export function ExportStatus({
  state,
  start,
  cancel,
  expected,
  missing,
  selection,
  format: fileFormat,
}: ReturnType<typeof useDataExport>): ReactNode {
  const texts = useMessages('lists').export
  const format = useFormat()
  switch (state.step) {
    case 'none':
      return null
    case 'running':
      return (
        <p className={styles.line}>
          <progress
            aria-label={texts.label}
            {...(expected === null ? {} : { value: Math.min(state.rows, expected), max: expected })}
          />
          <span>
            {expected === null
              ? format.text(texts.rows, { count: state.rows })
              : format.text(texts.progress, { rows: state.rows, all: expected })}
          </span>
          <Button look="quiet" onClick={cancel}>
            {texts.cancel}
          </Button>
        </p>
      )
    case 'done':
      return (
        <p className={styles.line}>
          {format.text(texts.done, { count: state.rows })}
          {fileFormat === 'csv' ? texts.masked : ''}. {texts.recorded}
        </p>
      )
    case 'failed': {
      const size = describeFailure(state.error).needsApproval
      if (size !== undefined && selection !== null)
        return (
          <Suspense>
            <ExportApproval selection={selection} {...size} />
          </Suspense>
        )
      return <ProblemNote error={state.error} retry={() => void start()} missing={missing} />
    }
  }
}
