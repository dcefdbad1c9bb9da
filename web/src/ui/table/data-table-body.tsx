// biome-ignore-all lint/a11y/useAnchorContent: the link has the area of its row, whose cells say where it leads
// biome-ignore-all lint/a11y/noRedundantRoles: laid out as CSS grids, table elements lose their roles
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: see noRedundantRoles above
// biome-ignore-all lint/a11y/useFocusableInteractive: see noRedundantRoles above
import { useRouter } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useShortcut, useShortcutHelpEntry } from '../state/shortcuts.tsx'
import styles from './data-table.module.css'
import type { DataColumn, DataTableProps } from './data-table-types.ts'
import { useChangedRows } from './use-changed-rows.ts'
import { useRowFocusRecovery } from './use-focus-recovery.ts'
import { useRowIntent } from './use-row-intent.ts'
import { useVisibleRows } from './use-visible-rows.ts'

interface DataTableBodyProps<T> extends DataTableProps<T> {
  readonly head: ReactNode
  /** Menu of the table, at the end of its head. */
  readonly menu: ReactNode
  readonly rowHeight: number
}

/**
 * Table of the rows on screen with its keyboard: draws only the rows in sight, keeps the focus when rows change, and
 * marks changed rows.
 */
export function DataTableBody<T extends object>(props: DataTableBodyProps<T>): ReactNode {
  const { rows, columns, rowKey, rowHeight, chosen, onChoose, isNarrow } = props
  const texts = useMessages('lists').rows
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const wanted = rows.findIndex((row) => rowKey(row) === (active ?? chosen))
  const at = Math.max(0, wanted)
  const [headHeight, setHeadHeight] = useState(0)
  useShortcutHelpEntry('table', '↑ ↓ ↵')
  const { indexes, scrollToRow } = useVisibleRows({
    scroller,
    count: rows.length,
    rowHeight,
    headHeight,
    active: at,
  })

  // Cache the cells per row: scrolling renders only new rows, and a change renders only its row.
  const drawn = useCellCache(columns)
  function cellsOf(row: T): ReactNode {
    if (!drawn.has(row)) drawn.set(row, renderCells(row, columns))
    return drawn.get(row)
  }
  const hasKeyboard = () => document.activeElement?.closest('table') === table.current
  function focusActive() {
    scroller.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  }
  function move(to: number) {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)]
    if (!row) return
    // Commit at once: a second key press may come before the next frame, and goes to the focused element.
    flushSync(() => setActive(rowKey(row)))
    focusActive()
    scrollToRow(rows.indexOf(row))
  }
  // Scrolls to a row that the page has chosen and that differs from the focused row.
  const showRow = useEffectEvent((key: string | null) => {
    const index = rows.findIndex((row) => rowKey(row) === key)
    if (index < 0) return
    setActive(null)
    scrollToRow(index)
    if (!hasKeyboard()) return
    // Leave the focus alone if another part of this update has taken it by then.
    requestAnimationFrame(() => (hasKeyboard() || document.activeElement === document.body) && focusActive())
  })
  useEffect(() => showRow(chosen), [chosen])
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const focusing = useRowFocusRecovery({
    table,
    keys,
    active: active ?? chosen,
    remember: setActive,
    focus: focusActive,
  })
  const { onIntent } = props
  const intent = useRowIntent(
    onIntent && ((index) => rows[index] !== undefined && onIntent(rowKey(rows[index]))),
  )
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLTableRowElement))
      return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 320) / rowHeight) - 2)
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }
    const target = targets[event.key]
    const row = rows[at]
    if (target !== undefined) move(target)
    else if (event.key === 'Enter' && row) onChoose(rowKey(row))
    else if (event.key === ' ' && row && props.onMark) props.onMark(rowKey(row), event.shiftKey)
    else return
    event.preventDefault()
  }
  // Go to the remembered row first if the focus is outside of the table; only later key presses move.
  const step = (by: number) => move(hasKeyboard() ? at + by : at)
  useShortcut('j', texts.next, () => step(1), props.ownsKeys ?? false)
  useShortcut('k', texts.previous, () => step(-1), props.ownsKeys ?? false)
  const changed = useChangedRows(rows, rowKey, props.changeOf)
  useLayoutEffect(() => setHeadHeight(table.current?.tHead?.offsetHeight ?? 0), [isNarrow, props.head])
  const preload = usePreload()
  const tracks = columns.map((column) => column.track).join(' ')
  return (
    <div ref={scroller} className={styles.scroller} data-menu={props.menu === null ? undefined : ''}>
      {props.menu === null ? null : <div className={styles.corner}>{props.menu}</div>}
      <table
        ref={table}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        className={`${styles.table} ${isNarrow ? styles.narrow : styles.wide}`}
        style={{ '--tracks': tracks }}
        onKeyDown={onKeyDown}
        {...focusing}
        {...intent}
      >
        <thead role="rowgroup" className={styles.head}>
          {props.head}
        </thead>
        <tbody
          role="rowgroup"
          className={styles.body}
          style={{ '--body-height': `${rows.length * rowHeight}px` }}
        >
          {indexes.map((index) => {
            const row = rows[index]
            if (!row) return null
            const key = rowKey(row)
            return (
              <Row
                key={key}
                cells={cellsOf(row)}
                rowId={key}
                index={index}
                start={index * rowHeight}
                height={rowHeight}
                isChosen={key === chosen}
                isActive={index === at}
                isStriped={props.striped?.(row) ?? false}
                isChanged={changed.has(key)}
                href={props.rowHref?.(key)}
                onChoose={onChoose}
                onActive={setActive}
                onIntent={preload}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Returns a function that loads code and texts of the page at an address. Loads once for each table, as all its rows
 * lead to the same page.
 */
function usePreload(): (href: string) => void {
  const router = useRouter()
  const isBegun = useRef(false)
  return useCallback(
    (href) => {
      const [path = href] = href.split('?')
      if (isBegun.current || path === router.latestLocation.pathname) return
      isBegun.current = true
      // Loads no data: `mayPrefetchQueries` holds the reads of a page back until somebody opens it.
      void router.preloadRoute({ to: path })
    },
    [router],
  )
}

/** Returns an empty cache of cells for each new set of columns. */
function useCellCache(columns: unknown): WeakMap<object, ReactNode> {
  const [store, setStore] = useState(() => ({ columns, cells: new WeakMap<object, ReactNode>() }))
  if (store.columns === columns) return store.cells
  const next = { columns, cells: new WeakMap<object, ReactNode>() }
  setStore(next)
  return next.cells
}

function renderCells<T>(row: T, columns: readonly DataColumn<T>[]): ReactNode {
  return columns.map((column) => (
    <td
      key={column.id}
      role="gridcell"
      data-line={column.narrow.line}
      data-end={column.narrow.end ? '' : undefined}
      data-align={column.align}
      className={styles.cell}
    >
      {column.cell(row)}
    </td>
  ))
}

interface RowProps {
  readonly rowId: string
  readonly cells: ReactNode
  readonly index: number
  readonly start: number
  readonly height: number
  readonly isChosen: boolean
  readonly isActive: boolean
  readonly isStriped: boolean
  readonly isChanged: boolean
  readonly href: string | undefined
  readonly onChoose: (key: string) => void
  readonly onActive: (key: string) => void
  /** Called with the address of the row when pointer or focus reaches it. */
  readonly onIntent: (href: string) => void
}

/** True for a click that opens a link in another tab or window. */
const opensElsewhere = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 1 || ctrlKey || metaKey || shiftKey

const Row = memo(({ rowId, cells, href, ...props }: RowProps): ReactNode => {
  const intend = () => href !== undefined && props.onIntent(href)
  /** Opens the address of the row elsewhere, for a click on what lies above its link. */
  function openElsewhere(event: MouseEvent) {
    if (href === undefined || event.button > 1) return
    if ((event.target as Element).closest('a, button, input, label') === null)
      window.open(href, '_blank', 'noopener')
  }
  return (
    <tr
      role="row"
      tabIndex={props.isActive ? 0 : -1}
      aria-rowindex={props.index + 2}
      aria-selected={props.isChosen}
      data-striped={props.isStriped || undefined}
      data-changed={props.isChanged || undefined}
      className={href === undefined ? styles.row : `${styles.row} ${styles.linked}`}
      style={{ '--row-start': `${props.start}px`, '--row-height': `${props.height}px` }}
      onClick={(event) =>
        href !== undefined && opensElsewhere(event) ? openElsewhere(event) : props.onChoose(rowId)
      }
      onAuxClick={openElsewhere}
      onPointerEnter={intend}
      onFocus={() => {
        intend()
        props.onActive(rowId)
      }}
    >
      {cells}
      {href === undefined ? null : (
        <td role="presentation" aria-hidden className={styles.linkCell}>
          <a
            href={href}
            tabIndex={-1}
            className={styles.link}
            draggable={false}
            onClick={(event) => !opensElsewhere(event) && event.preventDefault()}
          />
        </td>
      )}
    </tr>
  )
})
