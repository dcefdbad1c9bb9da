import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReviewPage, ReviewRow } from '@paydesk/shared/work/review'
import { type BulkResult, bulkMost } from '@paydesk/shared/work/review-bulk'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import type { DataColumn } from '../../../ui/table/data-table.tsx'
import { Kbd } from '../../../ui/text/kbd.tsx'
import { shownText } from '../../../ui/text/masked-value.tsx'
import styles from './bulk.module.css'
import { BulkForm } from './bulk-form.tsx'
import { BulkResults } from './bulk-results.tsx'
import { useSelection } from './bulk-selection.ts'
import type { ItemLink } from './queue-columns.tsx'

/** Items and what became of them, with the rows as they were when the form was opened. */
interface Told {
  readonly rows: readonly ReviewRow[]
  readonly results: readonly BulkResult[]
}

interface Bulk {
  readonly selected: ReadonlySet<string>
  readonly mark: (key: string, isRange: boolean) => void
  /** The count, the form and the results, above the rows. */
  readonly part: ReactNode
}

/** Deciding about several rows of the queue at once. */
export function useBulk(env: EnvironmentName, page: ReviewPage, itemLink: ItemLink): Bulk {
  const keys = useMemo(() => page.rows.map(({ transaction }) => transaction), [page.rows])
  const { selected, isFull, mark, leave } = useSelection(keys)
  // As they were on screen when somebody began: what has moved since is told by the server.
  const [deciding, setDeciding] = useState<readonly ReviewRow[] | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  function begin() {
    if (selected.size === 0 || deciding !== null) return
    setTold(null)
    setDeciding(page.rows.filter(({ transaction }) => selected.has(transaction)))
  }
  useKey('b', 'Decide about the selected rows together', begin, selected.size > 0 && deciding === null)
  function done(rows: readonly ReviewRow[], results: readonly BulkResult[]) {
    setDeciding(null)
    setTold({ rows, results })
    leave(results.filter(isSettled).map(({ transaction }) => transaction))
  }
  const part = (
    <>
      {deciding === null ? null : (
        <BulkForm
          env={env}
          rows={deciding}
          reasons={page.reasons}
          onDone={(results) => done(deciding, results)}
          onClose={() => setDeciding(null)}
        />
      )}
      {told === null ? null : <BulkResults {...told} itemLink={itemLink} onClose={() => setTold(null)} />}
      {deciding !== null || selected.size === 0 ? null : (
        <p className={styles.count}>
          <span>
            {selected.size} selected{isFull ? `: at most ${bulkMost} can be decided together` : ''}
          </span>
          <Button onClick={begin}>
            Decide together <Kbd keys="b" />
          </Button>
          <Button look="quiet" onClick={() => leave([...selected])}>
            Select none
          </Button>
        </p>
      )}
    </>
  )
  return { selected, mark, part }
}

/** Nothing is left to do about it here. */
const isSettled = ({ answer }: BulkResult) => answer === 'made' || answer === 'decided' || answer === 'gone'

/** The box at the beginning of each row; a press with Shift selects from the last one. */
export function selectColumn(selected: ReadonlySet<string>, mark: Bulk['mark']): DataColumn<ReviewRow> {
  return {
    id: 'select',
    header: '✓',
    cell: ({ transaction, rid }) => (
      <input
        type="checkbox"
        tabIndex={-1}
        className={styles.box}
        aria-label={`Select ${shownText(rid)}`}
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
