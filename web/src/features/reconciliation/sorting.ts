import type { DiscrepancyFilter } from '@paydesk/shared/cases/drift'
import type { TableSorting } from '../../ui/table/data-table.tsx'

type Order = Pick<DiscrepancyFilter, 'sort' | 'order'>

/** Returns the order of the address; without one the oldest first, that is the greatest age. */
export function getDiscrepancySorting({ sort = 'age', order }: Order): TableSorting {
  // The server sorts ages by opening time: the earliest time is the greatest age.
  return { column: sort, down: sort === 'age' ? order !== 'desc' : order !== 'asc' }
}

/** Returns the order after a click on a column's head: oldest or largest first, then the reverse. */
export function toggleDiscrepancySort(
  wanted: TableSorting | null,
  now: TableSorting,
): { sort: Order['sort']; order: Order['order'] } {
  const column = wanted?.column ?? now.column
  const turns = column === now.column && now.down
  if (column === 'amount') return { sort: 'amount', order: turns ? 'asc' : 'desc' }
  return turns ? { sort: 'age', order: 'desc' } : { sort: undefined, order: undefined }
}
