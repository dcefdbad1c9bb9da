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
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useSession } from '../../lib/session-context.tsx'
import styles from './data-table.module.css'
import { DataTableBody } from './data-table-body.tsx'
import type { DataColumn, DataTableProps, TableSorting } from './data-table-types.ts'

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
      rowHeight={props.isNarrow ? 12 + 22 * lines : rowHeights[density ?? 'normal']}
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

/** Sorts ascending, then descending, then in the order in which the rows came. */
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
