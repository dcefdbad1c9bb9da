import { type BulkDecisionResult, maxBulkCases } from '@paydesk/shared/cases/review-bulk'
import type { CaseList, CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import styles from './bulk.module.css'
import { BulkDecisionForm } from './bulk-form.tsx'
import { BulkDecisionResults } from './bulk-results.tsx'

type BulkTexts = Messages['review']['bulk']

interface RowSelection {
  /** Selected rows that are on screen. */
  readonly selected: ReadonlySet<string>
  /** True if more rows were requested than can be decided together. */
  readonly isFull: boolean
  /** Toggles one row; with `isRange` selects all rows from the last marked one. */
  readonly mark: (key: string, isRange: boolean) => void
  readonly leave: (keys: readonly string[]) => void
}

/** Selection for a bulk decision. A row that leaves the screen loses its selection. */
function useRowSelection(keys: readonly string[]): RowSelection {
  const { bulk } = useMessages('review')
  const format = useFormatter()
  const announce = useAnnounce()
  const [wanted, setWanted] = useState<readonly string[]>([])
  const [isFull, setFull] = useState(false)
  const last = useRef<string | null>(null)
  const selected = useMemo(() => new Set(keys.filter((key) => wanted.includes(key))), [keys, wanted])
  const mark = useCallback(
    (key: string, isRange: boolean) => {
      const [from, to] = [keys.indexOf(last.current ?? ''), keys.indexOf(key)]
      const range = isRange && from >= 0 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key]
      last.current = key
      const isOff = range.length === 1 && selected.has(key) && !isRange
      const next = isOff ? [...selected].filter((one) => one !== key) : [...new Set([...selected, ...range])]
      setWanted(next.slice(0, maxBulkCases))
      setFull(next.length > maxBulkCases)
      announce(describeSelection(next.length, bulk, format))
    },
    [keys, selected, announce, bulk, format],
  )
  const leave = useCallback((gone: readonly string[]) => {
    setWanted((before) => before.filter((key) => !gone.includes(key)))
    setFull(false)
  }, [])
  return { selected, isFull, mark, leave }
}

function describeSelection(count: number, texts: BulkTexts, { text }: Formatter): string {
  return count > maxBulkCases
    ? text(texts.selectedMax, { count: maxBulkCases })
    : text(texts.selected, { count })
}

/** Results per case, with the rows as they were when the form opened. */
interface BulkOutcome {
  readonly rows: readonly CaseSummary[]
  readonly results: readonly BulkDecisionResult[]
}

interface BulkDecision {
  readonly selected: ReadonlySet<string>
  readonly mark: (key: string, isRange: boolean) => void
  /** Selection count, form and results, shown above the rows. */
  readonly panel: ReactNode
}

/** Bulk decision on several rows of the queue. */
export function useBulkDecision(env: EnvironmentName, page: CaseList): BulkDecision {
  const { bulk } = useMessages('review')
  const format = useFormatter()
  const keys = useMemo(() => page.rows.map(({ transaction }) => transaction), [page.rows])
  const { selected, isFull, mark, leave } = useRowSelection(keys)
  // Rows as they were when the form opened; the server reports changes since then.
  const [deciding, setDeciding] = useState<readonly CaseSummary[] | null>(null)
  const [bulkOutcome, setTold] = useState<BulkOutcome | null>(null)
  function begin() {
    if (selected.size === 0 || deciding !== null) return
    setTold(null)
    setDeciding(page.rows.filter(({ transaction }) => selected.has(transaction)))
  }
  useShortcut('b', bulk.shortcut, begin, selected.size > 0 && deciding === null)
  function done(rows: readonly CaseSummary[], results: readonly BulkDecisionResult[]) {
    setDeciding(null)
    setTold({ rows, results })
    leave(results.filter(needsNoAction).map(({ transaction }) => transaction))
  }
  const part = (
    <>
      {deciding === null ? null : (
        <BulkDecisionForm
          env={env}
          rows={deciding}
          reasons={page.reasons}
          onDone={(results) => done(deciding, results)}
          onClose={() => setDeciding(null)}
        />
      )}
      {bulkOutcome === null ? null : <BulkDecisionResults {...bulkOutcome} onClose={() => setTold(null)} />}
      {deciding !== null || selected.size === 0 ? null : (
        <p className={styles.count}>
          <span>{describeSelection(isFull ? maxBulkCases + 1 : selected.size, bulk, format)}</span>
          <Button aria-keyshortcuts="b" onClick={begin}>
            {bulk.action}
          </Button>
          <Button look="quiet" onClick={() => leave([...selected])}>
            {bulk.clear}
          </Button>
        </p>
      )}
    </>
  )
  return { selected, mark, panel: part }
}

/** Returns whether a case needs no further action here. */
const needsNoAction = ({ answer }: BulkDecisionResult) =>
  answer === 'made' || answer === 'decided' || answer === 'gone'

/** Creates the checkbox column; Shift+click selects a range from the last marked row. */
export function createSelectionColumn(
  selected: ReadonlySet<string>,
  mark: BulkDecision['mark'],
  texts: BulkTexts,
  { text }: Formatter,
): DataColumn<CaseSummary> {
  const labelCheckbox = (rid: string | null) =>
    rid === null ? texts.selectHidden : text(texts.select, { rid })
  return {
    id: 'select',
    header: '✓',
    cell: ({ transaction, rid }) => (
      <input
        type="checkbox"
        tabIndex={-1}
        className={styles.box}
        aria-label={labelCheckbox(getVisibleText(rid))}
        checked={selected.has(transaction)}
        onChange={() => {}}
        onClick={(event) => {
          event.stopPropagation()
          mark(transaction, event.shiftKey)
        }}
      />
    ),
    track: '20px',
    narrow: { line: 0 },
  }
}
