import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { z } from 'zod'

/** Sortable columns. Reason and compound state are for information only, so neither is sortable. */
export const customerHistorySortColumns = [
  'state',
  'amount',
  'firstSeen',
  'changed',
  'expires',
  'merchantId',
  'workflow',
  'id',
] as const
export const optionalCustomerHistoryColumns = [
  'reason',
  'amount',
  'firstSeen',
  'changed',
  'expires',
  'merchantId',
  'workflow',
  'compound',
] as const
export type OptionalCustomerHistoryColumn = (typeof optionalCustomerHistoryColumns)[number]
/** Columns that fit beside the transaction, which shows the rest; the menu of the table offers the others. */
const defaultColumns: readonly OptionalCustomerHistoryColumn[] = ['amount', 'changed']

/** Parses a repeated URL parameter. A single value becomes a list of one; invalid values become undefined. */
function createRepeatedParam<T extends z.ZodType<unknown, string>>(item: T) {
  return z
    .union([z.array(item), item.transform((one) => [one])])
    .optional()
    .catch(undefined)
}

/** Enumerated value; empty for a value that the payment service did not provide. */
const enumeratedSchema = z.string().regex(/^[^\p{C}]{0,120}$/u)

/**
 * URL state of the history list. Invalid values fall back to undefined. Nothing here may hold free text,
 * except a fragment of a listed transaction id.
 */
export const customerHistorySearchSchema = z.object({
  q: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional()
    .catch(undefined),
  state: createRepeatedParam(enumeratedSchema),
  workflow: createRepeatedParam(enumeratedSchema),
  /** Only transactions in review. */
  review: z.literal('1').optional().catch(undefined),
  sort: z
    .templateLiteral([z.enum(['', '-']), z.enum(customerHistorySortColumns)])
    .optional()
    .catch(undefined),
  cols: createRepeatedParam(z.enum([...optionalCustomerHistoryColumns, 'none'])),
  open: transactionIdSchema.optional().catch(undefined),
})
export type CustomerHistorySearchParams = z.output<typeof customerHistorySearchSchema>

/** Kinds of entries of the timeline. */
export const timelineKinds = [
  'transactions',
  'imports',
  'notifications',
  'cases',
  'discrepancies',
  'payment_requests',
  'questions',
  'documents',
  'exports',
  'subject_access',
  'caller_verifications',
  'access',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** URL state of the page around the history list: which part is shown, and the kinds of its entries. */
export const customerViewSearchSchema = z.object({
  view: z.literal('timeline').optional().catch(undefined),
  events: createRepeatedParam(z.enum(timelineKinds)),
})

/** Change of the URL state; undefined removes a parameter. */
export type CustomerHistorySearchChange = {
  [K in keyof CustomerHistorySearchParams]?: CustomerHistorySearchParams[K] | undefined
}

/** Change that clears the filter. */
export const noCustomerHistoryFilter = {
  q: undefined,
  state: undefined,
  workflow: undefined,
  review: undefined,
} as const

export function listVisibleCustomerHistoryColumnIds(
  cols: CustomerHistorySearchParams['cols'],
): readonly OptionalCustomerHistoryColumn[] {
  if (cols === undefined) return defaultColumns
  return optionalCustomerHistoryColumns.filter((column) => cols.includes(column))
}

/** Encodes the columns for the URL; the default columns need no parameter. */
export function encodeCustomerHistoryColumns(
  columns: readonly OptionalCustomerHistoryColumn[],
): CustomerHistorySearchParams['cols'] {
  const wanted = optionalCustomerHistoryColumns.filter((column) => columns.includes(column))
  if (wanted.length === 0) return ['none']
  const usual =
    wanted.length === defaultColumns.length && wanted.every((column) => defaultColumns.includes(column))
  return usual ? undefined : wanted
}
