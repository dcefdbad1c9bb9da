import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { TableSorting } from '../../ui/table/data-table.tsx'

type Order = Pick<TransactionListFilter, 'sort' | 'order'>

const defaultSorting = { column: 'seen', down: true } as const

/** Returns the sorting of the URL; newest first by default. */
export function getTransactionSorting({ sort, order }: Order): TableSorting {
  return { column: sort ?? defaultSorting.column, down: order !== 'asc' }
}

/** Returns the order after a click on a column header: newest or highest first, then reversed. */
export function toggleTransactionSort(
  wanted: TableSorting | null,
  now: TableSorting,
): { sort: Order['sort']; order: Order['order'] } {
  // Toggle two directions: the table cycles up, down, off, but dates and amounts are wanted descending first.
  const column = wanted?.column ?? now.column
  const down = column === now.column ? !now.down : true
  const sort = column === 'changed' || column === 'amount' ? column : undefined
  return { sort, order: down ? undefined : 'asc' }
}
