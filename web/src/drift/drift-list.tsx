import type { DriftItem, DriftPage, DriftRow } from '@paydesk/shared/drift'
import { driftItem } from '@paydesk/shared/drift'
import type { ReactNode, RefObject } from 'react'
import { useMemo, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { Sorting } from '../ui/data-table.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useKey } from '../ui/keys.tsx'
import { Pages } from '../ui/pages.tsx'
import { useMedia } from '../ui/use-media.ts'
import { filterOf, isFiltered, withFilter } from './address.ts'
import { besideItem, driftColumns, onNarrow } from './drift-columns.tsx'
import styles from './drift-page.module.css'
import type { DriftPageProps } from './drift-page.tsx'
import { DriftPanel } from './drift-panel.tsx'
import { useExplaining } from './explaining.ts'
import { sortingOf, sortOf } from './sorting.ts'

interface RowsProps extends DriftPageProps {
  readonly page: DriftPage
  readonly isNarrow: boolean
  /** The rows of the filter before, while those of this one are on the way. */
  readonly isOld: boolean
  readonly onOpen: (item: DriftItem) => void
}

/** The items of the filter, and the open one beside them. */
export function DriftRows(props: RowsProps): ReactNode {
  const { env, page, address, onChange, onOpen } = props
  const list = useRef<HTMLDivElement>(null)
  const isStacked = useMedia('(max-width: 1180px)')
  const { open: opened = null } = address
  const row = useKeptRow(page.rows, opened)
  function focusList() {
    list.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  }
  function close() {
    focusList()
    onChange({ ...address, open: undefined })
  }
  const explaining = useExplaining({
    env,
    page,
    opened,
    onDone(next) {
      // The keyboard goes back to the list, where the next one is opened.
      if (!isStacked) focusList()
      onChange({ ...address, open: next ?? undefined })
    },
  })
  const active = () =>
    page.rows.find(({ item }) => item === opened) ?? page.rows[focusedIndex(list.current) ?? 0]
  useKey(
    'e',
    'Explain the open item, else the row',
    () => {
      const item = opened ?? active()?.item
      if (item === undefined) return
      if (item !== opened) onOpen(item)
      explaining.begin(item)
    },
    page.mayExplain && (opened !== null || page.rows.length > 0),
  )
  useKey(
    'Escape',
    'Close the item',
    () => {
      // A menu over the page is closed first, by the browser.
      if (document.querySelector(':popover-open') === null) close()
    },
    opened !== null,
  )
  const table = <Table key="list" {...props} list={list} />
  const panel =
    opened === null ? null : (
      <DriftPanel
        key="panel"
        row={row}
        isListed={page.rows.some(({ item }) => item === opened)}
        page={page}
        explaining={explaining}
        transactionLink={props.transactionLink}
        takesFocus={isStacked}
        onLeave={focusList}
        onClose={close}
      />
    )
  return (
    <>
      {explaining.said === null ? null : (
        <p role="status" className={styles.said}>
          {explaining.said}
        </p>
      )}
      {/* Reading order follows what is seen: where there is one column, the item comes first. */}
      <div className={styles.panes} data-open={opened === null ? undefined : true}>
        {isStacked ? [panel, table] : [table, panel]}
      </div>
    </>
  )
}

/** The row that is open; one that has left the list is shown as it was, for as long as it is open. */
function useKeptRow(rows: readonly DriftRow[], opened: DriftItem | null): DriftRow | null {
  const [kept, setKept] = useState<DriftRow | null>(null)
  const found = rows.find(({ item }) => item === opened)
  if (found && found !== kept) setKept(found)
  return found ?? (kept?.item === opened ? kept : null)
}

function focusedIndex(list: HTMLElement | null): number | null {
  const at = list?.contains(document.activeElement)
    ? document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')
    : null
  return at ? Number(at) - 2 : null
}

interface TableProps extends RowsProps {
  readonly list: RefObject<HTMLDivElement | null>
}

function Table({ list, ...props }: TableProps): ReactNode {
  const { page, address, onChange, onOpen, transactionLink, isNarrow, isOld } = props
  const { status = 'open' } = address
  const columns = useMemo(
    () => driftColumns({ link: transactionLink, byAmount: page.byAmount, status }),
    [transactionLink, page.byAmount, status],
  )
  const isBeside = useMedia('(max-width: 1640px)') && address.open !== undefined
  const visible = isNarrow ? onNarrow : isBeside ? besideItem : columns.map(({ id }) => id)
  const sorting = sortingOf(address)
  return (
    <div ref={list} className={styles.rows} data-old={isOld || undefined} aria-busy={isOld || undefined}>
      {page.rows.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <>
          <DataTable
            label="Differences"
            columns={columns}
            visible={visible}
            rows={page.rows}
            rowKey={keyOf}
            sorting={sorting}
            onSort={(wanted: Sorting | null) => onChange(withFilter(address, sortOf(wanted, sorting)))}
            chosen={address.open ?? null}
            onChoose={(key) => onOpen(driftItem.parse(key))}
            isNarrow={isNarrow}
            changeOf={versionOf}
            ownsKeys
          />
          <Pages
            shown={page.rows.length}
            count={page.count}
            more={page.more}
            one="difference"
            isFirst={address.after === undefined}
            onFirst={() => onChange({ ...address, after: undefined, open: undefined })}
            onBack={props.onBack}
            onNext={page.next === null ? null : () => props.onNext(page.next ?? '')}
          />
          <p className={styles.keys}>
            <Kbd keys="j" /> <Kbd keys="k" /> row · <Kbd keys="↵" /> open
            {page.mayExplain ? (
              <>
                {' '}
                · <Kbd keys="e" /> explain
              </>
            ) : null}{' '}
            · <Kbd keys="Esc" /> close
          </p>
        </>
      )}
    </div>
  )
}

function Nothing({ page, address, onChange }: RowsProps): ReactNode {
  const { status = 'open' } = address
  if (address.after !== undefined) {
    return (
      <div className={styles.none}>
        <p>Nothing follows here: the items of this page are explained, closed or have another place now.</p>
        <Button onClick={() => onChange({ ...address, after: undefined, open: undefined })}>
          First page
        </Button>
      </div>
    )
  }
  if (isFiltered(filterOf(address))) {
    return (
      <div className={styles.none}>
        <p>No difference matches the filter.</p>
        <Button onClick={() => onChange(withFilter(address, { kind: undefined, age: undefined }))}>
          Clear the filter
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.none}>
      {status === 'open' ? <p>{goodNews(page.figures.explained)}</p> : <p>{emptyWords[status]}</p>}
    </div>
  )
}

const emptyWords = {
  explained:
    'No difference that still stands is explained: each was closed by the facts, or waits for its explanation.',
  closed: 'No difference was closed by the facts yet.',
} as const

/** Why an empty list is good news, and how far that goes. */
function goodNews(explained: number): string {
  const rest =
    explained === 0
      ? 'Record, notifications and index say the same of every transaction that this office knows.'
      : 'Whatever differs has been explained and waits for the facts to agree.'
  return `Nothing is left to explain. ${rest}`
}

function keyOf(row: DriftRow): string {
  return row.item
}

function versionOf(row: DriftRow): string {
  return String(row.version)
}
