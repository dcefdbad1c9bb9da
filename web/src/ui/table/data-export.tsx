import type { ExportSelection } from '@paydesk/shared/cases/export-requests'
import type { ExportFormat } from '@paydesk/shared/core/endpoint'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createUnreachableError } from '../../lib/api/api-client.ts'
import { describeFailure, ProblemError } from '../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../forms/button.tsx'
import { getDayInTimeZone } from '../forms/day-ranges.ts'
import { ProblemNote } from '../page/problem-note.tsx'
import { useToast } from '../text/toasts.tsx'
import styles from './data-export.module.css'

const ExportApprovalNotice = lazy(() =>
  import('../exports/export-approval-notice.tsx').then((part) => ({ default: part.ExportApprovalNotice })),
)

type ExportState =
  | { readonly step: 'none' }
  | { readonly step: 'running'; readonly got: ReceivedPart }
  | { readonly step: 'done'; readonly got: ReceivedPart }
  | { readonly step: 'failed'; readonly error: unknown }

type FileFormat = ExportFormat | 'jsonl'

/** Received part of a file: its rows, or its bytes if its rows cannot be counted before it is whole. */
type ReceivedPart = { readonly rows: number } | { readonly bytes: number }

interface ExportProps {
  /** Name of the file without extension, or a function that builds it from the person's day; never a value of a record. */
  readonly name: string | ((today: string) => string)
  /** Requests the bytes, with the format for the query; a refusal rejects before the first byte. */
  readonly open: (
    signal: AbortSignal,
    query: { readonly format?: ExportFormat },
  ) => Promise<ReadableStream<Uint8Array>>
  /** Message if there is no file. */
  readonly missing: string
  /** Expected number of rows; null if there are more than were counted. */
  readonly expected: number | null
  /** Rows of the export, for a request of an approval; null for a list that is exported without one. */
  readonly selection: ExportSelection | null
  /** False for rows without values of records, which no role sees masked. */
  readonly isMasked?: boolean
  /** Set for a list that leaves in no other format; without it the person chooses CSV or a workbook. */
  readonly only?: 'jsonl'
}

const lineEnd = 0x0a
/** Lines above the rows of a CSV: headings and codes of the columns. */
const headLines = 2

/** Exports rows to a file. Keeps nothing if the export is cancelled or cut off. */
export function useDataExport({
  name,
  open,
  missing,
  expected,
  selection,
  only,
  isMasked = only === undefined,
}: ExportProps) {
  const texts = useMessages('lists').export
  const format = useFormatter()
  const showToast = useToast()
  const [state, setState] = useState<ExportState>({ step: 'none' })
  const [fileFormat, setFileFormat] = useState<FileFormat>(only ?? 'csv')
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const describeDone = (got: ReceivedPart) =>
    'rows' in got ? format.text(texts.done, { count: got.rows }) : texts.workbookDone
  async function start(wanted: FileFormat = fileFormat) {
    setFileFormat(wanted)
    const control = new AbortController()
    running.current = control
    try {
      const pieces: Uint8Array<ArrayBuffer>[] = []
      let [ends, bytes] = [wanted === 'csv' ? -headLines : 0, 0]
      const measure = () => (wanted === 'xlsx' ? { bytes } : { rows: Math.max(0, ends) })
      setState({ step: 'running', got: measure() })
      const query = wanted === 'xlsx' ? { format: wanted } : {}
      await readStreamChunks(await open(control.signal, query), (piece) => {
        pieces.push(piece)
        bytes += piece.length
        for (const byte of piece) if (byte === lineEnd) ends += 1
        setState({ step: 'running', got: measure() })
      })
      const today = getDayInTimeZone(Date.now(), format.timeZone)
      downloadFile(`${typeof name === 'string' ? name : name(today)}.${wanted}`, pieces)
      setState({ step: 'done', got: measure() })
      showToast({ text: describeDone(measure()) })
    } catch (error) {
      setState(control.signal.aborted ? { step: 'none' } : { step: 'failed', error })
    }
  }
  const cancel = () => running.current?.abort()
  return { state, start, cancel, expected, missing, selection, describeDone, isMasked }
}

/** Reads a stream to its end. Throws if the stream breaks off: half a list would look like a whole one. */
export async function readStreamChunks(
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

/** Two buttons, for CSV and for a workbook; takes state and start from `useDataExport`. */
export function ExportButton({
  state,
  start,
}: Pick<ReturnType<typeof useDataExport>, 'state' | 'start'>): ReactNode {
  const { button, workbook, workbookShort } = useMessages('lists').export
  const isRunning = state.step === 'running'
  return (
    <span className={styles.formats}>
      <Button disabled={isRunning} onClick={() => void start('csv')}>
        <Download size={14} aria-hidden /> {button}
      </Button>
      <Button disabled={isRunning} aria-label={workbook} title={workbook} onClick={() => void start('xlsx')}>
        {workbookShort}
      </Button>
    </span>
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
  describeDone,
  isMasked,
}: ReturnType<typeof useDataExport>): ReactNode {
  const texts = useMessages('lists').export
  const format = useFormatter()
  switch (state.step) {
    case 'none':
      return null
    case 'running': {
      const rows = 'rows' in state.got ? state.got.rows : null
      return (
        <p className={styles.line}>
          <progress
            aria-label={texts.label}
            {...(expected === null || rows === null
              ? {}
              : { value: Math.min(rows, expected), max: expected })}
          />
          <span>
            {'bytes' in state.got
              ? format.text(texts.received, { size: Math.ceil(state.got.bytes / 1_024) })
              : expected === null
                ? format.text(texts.rows, { count: state.got.rows })
                : format.text(texts.progress, { rows: state.got.rows, all: expected })}
          </span>
          <Button look="quiet" onClick={cancel}>
            {texts.cancel}
          </Button>
        </p>
      )
    }
    case 'done':
      return (
        <p className={styles.line}>
          {describeDone(state.got)}
          {isMasked ? texts.masked : ''}. {texts.recorded}
        </p>
      )
    case 'failed': {
      const size = describeFailure(state.error).needsApproval
      if (size !== undefined && selection !== null)
        return (
          <Suspense>
            <ExportApprovalNotice selection={selection} {...size} />
          </Suspense>
        )
      return <ProblemNote error={state.error} retry={() => void start()} missing={missing} />
    }
  }
}
