import type { IndexFilter } from '@paydesk/shared/payments/indexed'
import type { Sorting } from '../../ui/table/data-table.tsx'

type Order = Pick<IndexFilter, 'sort' | 'order'>

const usual = { column: 'seen', down: true } as const

/** The order of the address; without one the newest first. */
export function sortingOf({ sort, order }: Order): Sorting {
  return { column: sort ?? usual.column, down: order !== 'asc' }
}

/** What a press on a column's head asks for: newest or highest first, then the other way, then as usual. */
export function sortOf(wanted: Sorting | null, now: Sorting): { sort: Order['sort']; order: Order['order'] } {
  // The table turns up, down, off; dates and amounts are wanted from the top, so each press turns it over.
  const column = wanted?.column ?? now.column
  const down = column === now.column ? !now.down : true
  const sort = column === 'changed' || column === 'amount' ? column : undefined
  return { sort, order: down ? undefined : 'asc' }
}
