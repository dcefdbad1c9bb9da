import type { CaseFilter } from '@paydesk/shared/cases/review'
import type { TableSorting } from '../../../ui/table/data-table.tsx'

type Order = Pick<CaseFilter, 'sort' | 'order'>

/** The order of the address; without one the oldest first, which is the greatest age. */
export function getQueueSorting({ sort = 'age', order }: Order): TableSorting {
  // The server sorts ages by the time of the first sight: from the earliest is from the greatest age.
  const down = sort === 'age' ? order !== 'desc' : sort === 'amount' ? order !== 'asc' : order === 'desc'
  return { column: sort, down }
}

/** What a press on a column's head asks for: what is urgent first, then the other way. */
export function toggleQueueSort(wanted: TableSorting | null, now: TableSorting): Order {
  const column = wanted?.column ?? now.column
  const turns = column === now.column
  if (column === 'amount') return { sort: 'amount', order: turns && now.down ? 'asc' : 'desc' }
  if (column === 'expiry') return { sort: 'expiry', order: turns && !now.down ? 'desc' : undefined }
  return turns && now.down ? { sort: 'age', order: 'desc' } : { sort: undefined, order: undefined }
}
