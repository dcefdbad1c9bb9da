// biome-ignore-all lint/a11y/noRedundantRoles: laid out as CSS grids, table elements lose their roles
// biome-ignore-all lint/a11y/useSemanticElements: see noRedundantRoles above
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { DragEvent, PointerEvent, ReactNode, RefObject } from 'react'
import { useMemo, useRef, useState } from 'react'
import { useSession } from '../../lib/session-context.tsx'
import styles from './data-table.module.css'
import { DataTableBody } from './data-table-body.tsx'
import type { DataColumn, DataTableProps, TableSorting } from './data-table-types.ts'
import { arrangeColumns, columnWidthLimitsPx, moveColumn, useTableLayout } from './table-layout.ts'
import { TableMenu } from './table-menu.tsx'

/** Height of a row (px) by the density that the person chose. */
const rowHeights = { compact: 28, normal: 32, roomy: 40 } as const

const sortingFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

/** Table with sorting, and selection by keyboard or pointer. Virtualized: renders only the visible rows. */
export function DataTable<T extends object>(props: DataTableProps<T>): ReactNode {
  const { columns, visible, rows, rowKey, sorting, onSort } = props
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof sortingFeatures, T>()
    return helper.columns(
      columns.map((column) =>
        helper.accessor((row) => (typeof column.sortBy === 'function' ? column.sortBy(row) : ''), {
          id: column.id,
          header: column.header,
          sortFn: 'basic',
          sortUndefined: 'last',
        }),
      ),
    )
  }, [columns])
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features: sortingFeatures,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: { sorting: sorting ? [{ id: sorting.column, desc: sorting.down }] : [] },
  })
  const { density } = useSession().settings
  const { layout, change } = useTableLayout(props.list)
  const [drag, setDrag] = useState<{ readonly id: string; readonly width: number } | null>(null)
  const head = useRef<HTMLTableRowElement>(null)
  const arranged = useMemo(() => {
    if (props.isNarrow) return columns
    const widths = drag === null ? layout.widths : { ...layout.widths, [drag.id]: drag.width }
    return arrangeColumns(columns, { ...layout, widths })
  }, [columns, layout, drag, props.isNarrow])
  const isUsual = props.isNarrow || props.isVisibleFixed === true || layout.visible === null
  const names = (isUsual ? visible : (layout.visible ?? visible)).join(' ')
  const shown = useMemo(() => {
    const ids = names.split(' ')
    const chosen = arranged.filter((column) => ids.includes(column.id))
    return chosen.length > 0 ? chosen : arranged
  }, [arranged, names])
  const lines = Math.max(...shown.map((column) => column.narrow.line))
  const model = table.getRowModel()
  const sorted = useMemo(() => model.rows.map((row) => row.original), [model])
  const measure = (id: string) =>
    head.current?.querySelector(`[data-column="${id}"]`)?.getBoundingClientRect().width ??
    columnWidthLimitsPx.min
  const arranging = props.isNarrow
    ? null
    : {
        measure,
        onDrag: setDrag,
        onResize(id: string, width: number) {
          setDrag(null)
          change({ widths: { [id]: width } })
        },
        onMove: (id: string, to: string) =>
          change({
            column: id,
            order: [
              ...moveColumn(
                arranged.map((column) => column.id),
                id,
                to,
              ),
            ],
          }),
      }
  return (
    <DataTableBody
      {...props}
      rows={sorted}
      columns={shown}
      rowHeight={props.isNarrow ? 12 + 22 * lines : rowHeights[density ?? 'normal']}
      menu={
        props.isNarrow ? null : (
          <TableMenu
            list={props.list}
            columns={arranged.filter(({ header, label }) => (label ?? header) !== '')}
            shown={shown.map(({ id }) => id)}
            measure={measure}
            fixed={props.fixed ?? []}
            onShow={(ids, column) => {
              change({ column, visible: [...ids] })
              props.onVisible?.(ids)
            }}
          />
        )
      }
      head={
        <tr ref={head} role="row" className={styles.headRow} aria-rowindex={1}>
          {shown.map((column) => (
            <HeadCell
              key={column.id}
              column={column}
              arranging={arranging}
              {...(column.sortBy === undefined ? {} : { sorting, onSort })}
            />
          ))}
        </tr>
      }
    />
  )
}

/** Arrangement of columns with a pointer; the menu of the table does the same with the keyboard. */
interface ColumnArranging {
  readonly measure: (id: string) => number
  readonly onDrag: (drag: { readonly id: string; readonly width: number }) => void
  readonly onResize: (id: string, width: number) => void
  readonly onMove: (id: string, to: string) => void
}

interface HeadCellProps {
  readonly column: Pick<DataColumn<never>, 'id' | 'header' | 'align'>
  readonly arranging: ColumnArranging | null
  readonly sorting?: TableSorting | null
  /** Set for a column that can be ordered. */
  readonly onSort?: (sorting: TableSorting | null) => void
}

const columnDragType = 'application/x-paydesk-column'

/** Head of a column. Its button sorts ascending, then descending, then in the order in which the rows came. */
function HeadCell({ column, arranging, sorting = null, onSort }: HeadCellProps): ReactNode {
  const { id } = column
  const here = sorting?.column === id ? sorting : null
  const next = here === null ? { column: id, down: false } : here.down ? null : { column: id, down: true }
  const isResizing = useRef(false)
  return (
    <th
      role="columnheader"
      {...(onSort && { 'aria-sort': here ? (here.down ? 'descending' : 'ascending') : 'none' })}
      data-column={id}
      data-align={column.align}
      className={styles.headCell}
      {...(arranging && {
        draggable: true,
        onDragStart(event: DragEvent) {
          if (isResizing.current) return event.preventDefault()
          event.dataTransfer.setData(columnDragType, id)
          event.dataTransfer.effectAllowed = 'move'
        },
        onDragOver(event: DragEvent) {
          if (event.dataTransfer.types.includes(columnDragType)) event.preventDefault()
        },
        onDrop(event: DragEvent) {
          event.preventDefault()
          arranging.onMove(event.dataTransfer.getData(columnDragType), id)
        },
      })}
    >
      {onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(next)}>
          {column.header}
          <span aria-hidden className={styles.direction}>
            {here ? (here.down ? '↓' : '↑') : ''}
          </span>
        </button>
      ) : (
        <span className={styles.headText} title={column.header}>
          {column.header}
        </span>
      )}
      {arranging ? <ResizeHandle id={id} arranging={arranging} isResizing={isResizing} /> : null}
    </th>
  )
}

interface ResizeHandleProps {
  readonly id: string
  readonly arranging: ColumnArranging
  readonly isResizing: RefObject<boolean>
}

function ResizeHandle({ id, arranging, isResizing }: ResizeHandleProps): ReactNode {
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    const handle = event.currentTarget
    const start = { x: event.clientX, width: arranging.measure(id) }
    const sign = getComputedStyle(handle).direction === 'rtl' ? -1 : 1
    const widthAt = ({ clientX }: { readonly clientX: number }) =>
      Math.round(
        Math.min(
          columnWidthLimitsPx.max,
          Math.max(columnWidthLimitsPx.min, start.width + sign * (clientX - start.x)),
        ),
      )
    isResizing.current = true
    handle.setPointerCapture(event.pointerId)
    handle.onpointermove = (moved) => arranging.onDrag({ id, width: widthAt(moved) })
    handle.onpointerup = (ended) => {
      handle.onpointermove = handle.onpointerup = null
      isResizing.current = false
      arranging.onResize(id, widthAt(ended))
    }
  }
  return <span aria-hidden className={styles.resize} onPointerDown={onPointerDown} />
}
