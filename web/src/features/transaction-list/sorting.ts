import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import type { TableSorting } from '../../ui/table/data-table.tsx'

type Order = Pick<TransactionListFilter, 'sort' | 'order'>

const defaultSorting = { column: 'seen', down: true } as const

/** The order of the address; without one the newest first. */
export function getTransactionSorting({ sort, order }: Order): TableSorting {
  return { column: sort ?? defaultSorting.column, down: order !== 'asc' }
}

/** What a press on a column's head asks for: newest or highest first, then the other way, then as usual. */
export function toggleTransactionSort(
  wanted: TableSorting | null,
  now: TableSorting,
): { sort: Order['sort']; order: Order['order'] } {
  // The table turns up, down, off; dates and amounts are wanted from the top, so each press turns it over.
  const column = wanted?.column ?? now.column
  const down = column === now.column ? !now.down : true
  const sort = column === 'changed' || column === 'amount' ? column : undefined
  return { sort, order: down ? undefined : 'asc' }
}
