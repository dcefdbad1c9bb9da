import type { DataTableName } from '@paydesk/shared/administration/settings'
import type { ReactNode } from 'react'

/** Column of a table: the cell of a row, and the text or number to sort by. */
export interface DataColumn<T> {
  readonly id: string
  readonly header: string
  /** Name in the menu, if the header is short. */
  readonly label?: string
  /**
   * Value to sort by; without it the column is not sortable. `given`: the caller sorts the rows. Rows without
   * a value come last in both directions.
   */
  readonly sortBy?: ((row: T) => string | number | undefined) | 'given'
  readonly cell: (row: T) => ReactNode
  /** Width as a grid track, for example `minmax(160px, 1fr)`. */
  readonly track: string
  /** Position in a row of a narrow screen; line 0 is a column of its own before all lines. */
  readonly narrow: { readonly line: 0 | 1 | 2 | 3; readonly end?: boolean }
  /** Aligns numbers to the end of their column. */
  readonly align?: 'end'
}

export interface TableSorting {
  readonly column: string
  readonly down: boolean
}

export interface DataTableProps<T> {
  /** Name under which the person's arrangement is kept. */
  readonly list: DataTableName
  readonly label: string
  readonly columns: readonly DataColumn<T>[]
  /** Columns that are shown unless the person has chosen others. */
  readonly visible: readonly string[]
  /** Columns that always stay, as those that name a row. */
  readonly fixed?: readonly string[]
  /** Keeps the choice of columns in the address, which then decides it. */
  readonly onVisible?: (ids: readonly string[]) => void
  /** True if the page or its address decides which columns are shown, and no person. */
  readonly isVisibleFixed?: boolean
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string
  readonly sorting: TableSorting | null
  readonly onSort: (sorting: TableSorting | null) => void
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
  /** Address that a row opens; the row is then a link, also for a new tab. */
  readonly rowHref?: (key: string) => string
  /** Called for a row that has the pointer or the focus for a moment: it may be opened next. */
  readonly onIntent?: (key: string) => void
  /** Called for Space on a row, with or without Shift; without this callback Space does nothing. */
  readonly onMark?: (key: string, isRange: boolean) => void
  readonly isNarrow: boolean
  /** Marks rows by a stripe at their edge; a cell must state the meaning as well. */
  readonly striped?: (row: T) => boolean
  /** Value of a row whose change is marked for a moment; without it no change is marked. */
  readonly changeOf?: (row: T) => string
  /** Lets `j` and `k` move in this table from anywhere on the page. */
  readonly ownsKeys?: boolean
}
