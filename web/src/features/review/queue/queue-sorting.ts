import type { CaseFilter } from '@paydesk/shared/cases/review'
import type { TableSorting } from '../../../ui/table/data-table.tsx'

type Order = Pick<CaseFilter, 'sort' | 'order'>

/** Returns the sorting of the URL; by default the oldest case first, which has the greatest age. */
export function getQueueSorting({ sort = 'age', order }: Order): TableSorting {
  // Invert the age: the server sorts by first sighting, and the earliest sighting is the greatest age.
  const down = sort === 'age' ? order !== 'desc' : sort === 'amount' ? order !== 'asc' : order === 'desc'
  return { column: sort, down }
}

/** Returns the order after a click on a column header: most urgent first, then reversed. */
export function toggleQueueSort(wanted: TableSorting | null, now: TableSorting): Order {
  const column = wanted?.column ?? now.column
  const turns = column === now.column
  if (column === 'amount') return { sort: 'amount', order: turns && now.down ? 'asc' : 'desc' }
  if (column === 'expiry') return { sort: 'expiry', order: turns && !now.down ? 'desc' : undefined }
  return turns && now.down ? { sort: 'age', order: 'desc' } : { sort: undefined, order: undefined }
}
