import { transactionId } from '@paydesk/shared/core/ids'
import { indexFilter, indexQuery } from '@paydesk/shared/payments/indexed'
import { z } from 'zod'
import type { ChangeOf } from '../../ui/state/list-state.ts'
import { readsAddress } from '../../ui/state/url-state.ts'

/** Columns that may be left out; the state, the RID and the id stay. */
export const optionalColumns = [
  'merchantId',
  'amount',
  'workflow',
  'merchant',
  'seen',
  'changed',
  'expires',
  'finality',
] as const
export type OptionalColumn = (typeof optionalColumns)[number]

const overviewAddress = z.object({
  ...indexQuery.shape,
  after: z.string().min(1).max(400).optional(),
  /** Chosen columns; without it those that the width of the window has room for. */
  cols: z
    .string()
    .regex(/^[a-z]{1,12}(,[a-z]{1,12}){0,9}$/i)
    .optional(),
  /** The row that was opened last: back from its page it is in sight again. */
  at: transactionId.optional(),
})
export type OverviewAddress = z.output<typeof overviewAddress>
export type OverviewChange = ChangeOf<OverviewAddress>

/** The list's state as kept in the address: the shared filter, the page, the columns and the last row. */
export const readOverviewAddress = readsAddress(overviewAddress)

/** What is asked of the server for this address, without the page. */
export const filterOf = readsAddress(indexFilter)

/** A whole page of the list, as it is asked for. */
export const queryOf = readsAddress(indexQuery)

export function wordsOf(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(',')
}

export function listOf(words: readonly string[]): string | undefined {
  return words.length > 0 ? words.join(',') : undefined
}

/** The columns of the address, or those that there is room for. */
export function columnsOf(cols: string | undefined, width: 'wide' | 'middle'): readonly OptionalColumn[] {
  if (cols !== undefined) return optionalColumns.filter((column) => cols.split(',').includes(column))
  const usual: readonly OptionalColumn[] =
    width === 'wide'
      ? ['merchantId', 'amount', 'workflow', 'seen', 'changed', 'expires', 'finality']
      : ['amount', 'seen', 'changed', 'expires', 'finality']
  return usual
}
