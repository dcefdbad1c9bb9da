import type { DataTableName, TableLayout, TableLayoutChange } from '@paydesk/shared/administration/settings'
import { useSession } from '../../lib/session-context.tsx'
import { useChangeSettings } from '../../lib/settings-context.ts'
import type { DataColumn } from './data-table-types.ts'

/** Limits of a width (px) that a person gives a column. */
export const columnWidthLimitsPx = { min: 48, max: 800, step: 24 } as const

const noLayout: TableLayout = { order: [], visible: null, widths: {} }

/**
 * Puts columns into the order and widths of a person. A column that came later than the choice keeps its place after
 * the column before it.
 */
export function arrangeColumns<Column extends Pick<DataColumn<never>, 'id' | 'track'>>(
  columns: readonly Column[],
  { order, widths }: TableLayout,
): readonly Column[] {
  const arranged = order.flatMap((id) => columns.filter((column) => column.id === id))
  for (const [at, column] of columns.entries()) {
    if (arranged.includes(column)) continue
    const before = columns[at - 1]
    arranged.splice(before === undefined ? 0 : arranged.indexOf(before) + 1, 0, column)
  }
  return arranged.map((column) => {
    const width = widths[column.id]
    return width === undefined ? column : { ...column, track: `${width}px` }
  })
}

/** Moves a column to the place of another one. */
export function moveColumn(ids: readonly string[], id: string, to: string): readonly string[] {
  const [from, target] = [ids.indexOf(id), ids.indexOf(to)]
  if (from < 0 || target < 0) return ids
  return ids.toSpliced(from, 1).toSpliced(target, 0, id)
}

/** Layout of a list as its person arranged it, and what changes it. */
export function useTableLayout(list: DataTableName) {
  const layout = useSession().settings.tables?.[list] ?? noLayout
  const changeSettings = useChangeSettings()
  return {
    layout,
    // Send what this window changes only: another one may have arranged another list, or other columns of this one.
    change: (part: TableLayoutChange) => changeSettings({ tables: { [list]: part } }),
    reset: () => changeSettings({ tables: { [list]: null } }),
  }
}
