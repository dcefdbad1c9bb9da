import { transactionIdSchema } from '@paydesk/shared/core/ids'
import {
  transactionListFilterSchema,
  transactionListQuerySchema,
} from '@paydesk/shared/payments/transaction-list'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

/** Columns that can be hidden; state, RID and id always stay. */
export const optionalTransactionColumns = [
  'merchantId',
  'amount',
  'workflow',
  'merchant',
  'seen',
  'changed',
  'end',
  'expires',
  'finality',
] as const
export type OptionalTransactionColumn = (typeof optionalTransactionColumns)[number]

const transactionListSearchSchema = z.object({
  ...transactionListQuerySchema.shape,
  after: z.string().min(1).max(400).optional(),
  /** Chosen columns, comma-separated; by default those that fit the window width. */
  cols: z
    .string()
    .regex(/^[a-z]{1,12}(,[a-z]{1,12}){0,9}$/i)
    .optional(),
  /** Set for a list that shows every row although the person has a default view. */
  all: z.enum(['1']).optional(),
  /** Row opened last, scrolled into view when the user returns. */
  at: transactionIdSchema.optional(),
})
export type TransactionListSearchParams = z.output<typeof transactionListSearchSchema>
export type TransactionListSearchChange = SearchParamsChange<TransactionListSearchParams>

/** Parses the URL state of the list: shared filter, page, columns, last row. */
export const readTransactionListSearchParams = createSearchParamsReader(transactionListSearchSchema)

/** Parses the filter, without the page. */
export const readTransactionFilter = createSearchParamsReader(transactionListFilterSchema)

/** Parses the request for one page of the list. */
export const readTransactionPageQuery = createSearchParamsReader(transactionListQuerySchema)

interface TransactionListContent {
  /** True if amounts are masked as ranges, which take more of the width. */
  readonly hasRanges: boolean
  /** True if the person sees transactions of several merchants. */
  readonly hasMerchants: boolean
  /** True if the list is in the order of the last change, which then has its column. */
  readonly isByChange: boolean
}

/**
 * Returns the columns of the URL, or the default columns for the window width: those that tell one row from another,
 * and leave room for whole customer IDs.
 */
export function listVisibleTransactionColumnIds(
  cols: string | undefined,
  width: 'wide' | 'middle',
  { hasRanges, hasMerchants, isByChange }: TransactionListContent,
): readonly OptionalTransactionColumn[] {
  if (cols !== undefined)
    return optionalTransactionColumns.filter((column) => cols.split(',').includes(column))
  const changed = isByChange || (hasRanges && width === 'wide') ? (['changed'] as const) : []
  if (width === 'middle') return ['amount', 'seen', ...changed, 'end']
  return [
    ...(hasRanges ? [] : ['merchantId' as const]),
    'amount',
    ...(hasMerchants ? ['merchant' as const] : []),
    'seen',
    ...changed,
    'end',
  ]
}
