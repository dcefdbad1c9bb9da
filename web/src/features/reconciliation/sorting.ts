import type { DiscrepancyFilter } from '@paydesk/shared/cases/drift'
import type { TableSorting } from '../../ui/table/data-table.tsx'

type Order = Pick<DiscrepancyFilter, 'sort' | 'order'>

/** The order of the address; without one the oldest first, which is the greatest age. */
export function getDiscrepancySorting({ sort = 'age', order }: Order): TableSorting {
  // The server sorts ages by the time of opening: from the earliest is from the greatest age.
  return { column: sort, down: sort === 'age' ? order !== 'desc' : order !== 'asc' }
}

/** What a press on a column's head asks for: the oldest or the largest first, then the other way. */
export function toggleDiscrepancySort(
  wanted: TableSorting | null,
  now: TableSorting,
): { sort: Order['sort']; order: Order['order'] } {
  const column = wanted?.column ?? now.column
  const turns = column === now.column && now.down
  if (column === 'amount') return { sort: 'amount', order: turns ? 'asc' : 'desc' }
  return turns ? { sort: 'age', order: 'desc' } : { sort: undefined, order: undefined }
}
