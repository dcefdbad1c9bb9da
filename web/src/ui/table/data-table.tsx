// biome-ignore-all lint/a11y/noRedundantRoles: rows are laid out as CSS grids, which takes the roles of table elements away
// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as CSS grids, which takes the roles of table elements away
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import styles from './data-table.module.css'
import { DataTableBody } from './data-table-body.tsx'

/** One column: what is shown of a row, and the text or number by which it may be sorted. */
export interface DataColumn<T> {
  readonly id: string
  readonly header: string
  /**
   * Without it nothing is sorted by this column; `given`: whoever gives the rows sorts them. Rows without
   * a value stand last, whichever way it is sorted.
   */
  readonly sortBy?: ((row: T) => string | number | undefined) | 'given'
  readonly cell: (row: T) => ReactNode
  /** Width as a grid track, for example `minmax(160px, 1fr)`. */
  readonly track: string
  /** Where it stands in a row of a narrow screen; line 0 is a column of its own before all lines. */
  readonly narrow: { readonly line: 0 | 1 | 2 | 3; readonly end?: boolean }
  /** Numbers stand at the end of their column. */
  readonly align?: 'end'
}

export interface TableSorting {
  readonly column: string
  readonly down: boolean
}

export interface DataTableProps<T> {
  readonly label: string
  readonly columns: readonly DataColumn<T>[]
  readonly visible: readonly string[]
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string
  readonly sorting: TableSorting | null
  readonly onSort: (sorting: TableSorting | null) => void
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
  /** Space on a row, with or without Shift; without it Space does nothing. */
  readonly onMark?: (key: string, isRange: boolean) => void
  readonly isNarrow: boolean
  /** Rows that carry a stripe at their edge; what it means is said in a cell too. */
  readonly striped?: (row: T) => boolean
  /** What of a row counts as a change that is marked for a moment; without it none is. */
  readonly changeOf?: (row: T) => string
  /** `j` and `k` move in this table, wherever on the page the keyboard is. */
  readonly ownsKeys?: boolean
}

const sortingFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

/** Rows that are sorted, chosen by keyboard or pointer, and painted only where they are on screen. */
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
  const names = visible.join(' ')
  const shown = useMemo(
    () => columns.filter((column) => names.split(' ').includes(column.id)),
    [columns, names],
  )
  const lines = Math.max(...shown.map((column) => column.narrow.line))
  const model = table.getRowModel()
  const sorted = useMemo(() => model.rows.map((row) => row.original), [model])
  return (
    <DataTableBody
      {...props}
      rows={sorted}
      columns={shown}
      rowHeight={props.isNarrow ? 12 + 22 * lines : 32}
      head={
        <tr role="row" className={styles.headRow} aria-rowindex={1}>
          {shown.map((column) =>
            column.sortBy ? (
              <SortCell key={column.id} column={column} sorting={sorting} onSort={onSort} />
            ) : (
              <th key={column.id} role="columnheader" data-align={column.align} className={styles.headCell}>
                <span className={styles.headText}>{column.header}</span>
              </th>
            ),
          )}
        </tr>
      }
    />
  )
}

interface SortCellProps {
  readonly column: Pick<DataColumn<never>, 'id' | 'header' | 'align'>
  readonly sorting: TableSorting | null
  readonly onSort: (sorting: TableSorting | null) => void
}

/** Up, down, and back to the order in which the rows came. */
function SortCell({ column, sorting, onSort }: SortCellProps): ReactNode {
  const here = sorting?.column === column.id ? sorting : null
  const next =
    here === null ? { column: column.id, down: false } : here.down ? null : { column: column.id, down: true }
  return (
    <th
      role="columnheader"
      aria-sort={here ? (here.down ? 'descending' : 'ascending') : 'none'}
      data-align={column.align}
      className={styles.headCell}
    >
      <button type="button" className={styles.sort} onClick={() => onSort(next)}>
        {column.header}
        <span aria-hidden className={styles.direction}>
          {here ? (here.down ? '↓' : '↑') : ''}
        </span>
      </button>
    </th>
  )
}
