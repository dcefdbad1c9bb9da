import { transactionId } from '@paydesk/shared/core/ids'
import { transactionListFilter, transactionListQuery } from '@paydesk/shared/payments/transaction-list'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

/** Columns that may be left out; the state, the RID and the id stay. */
export const optionalTransactionColumns = [
  'merchantId',
  'amount',
  'workflow',
  'merchant',
  'seen',
  'changed',
  'expires',
  'finality',
] as const
export type OptionalTransactionColumn = (typeof optionalTransactionColumns)[number]

const transactionListSearchSchema = z.object({
  ...transactionListQuery.shape,
  after: z.string().min(1).max(400).optional(),
  /** Chosen columns; without it those that the width of the window has room for. */
  cols: z
    .string()
    .regex(/^[a-z]{1,12}(,[a-z]{1,12}){0,9}$/i)
    .optional(),
  /** The row that was opened last: back from its page it is in sight again. */
  at: transactionId.optional(),
})
export type TransactionListSearchParams = z.output<typeof transactionListSearchSchema>
export type TransactionListSearchChange = SearchParamsChange<TransactionListSearchParams>

/** The list's state as kept in the address: the shared filter, the page, the columns and the last row. */
export const readTransactionListSearchParams = createSearchParamsReader(transactionListSearchSchema)

/** What is asked of the server for this address, without the page. */
export const readTransactionFilter = createSearchParamsReader(transactionListFilter)

/** A whole page of the list, as it is asked for. */
export const readTransactionQuery = createSearchParamsReader(transactionListQuery)

export function splitCommaList(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(',')
}

export function joinCommaList(words: readonly string[]): string | undefined {
  return words.length > 0 ? words.join(',') : undefined
}

/** The columns of the address, or those that there is room for. */
export function selectTransactionColumns(
  cols: string | undefined,
  width: 'wide' | 'middle',
): readonly OptionalTransactionColumn[] {
  if (cols !== undefined)
    return optionalTransactionColumns.filter((column) => cols.split(',').includes(column))
  const usual: readonly OptionalTransactionColumn[] =
    width === 'wide'
      ? ['merchantId', 'amount', 'workflow', 'seen', 'changed', 'expires', 'finality']
      : ['amount', 'seen', 'changed', 'expires', 'finality']
  return usual
}
