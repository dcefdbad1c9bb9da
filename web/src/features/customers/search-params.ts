import { transactionId } from '@paydesk/shared/core/ids'
import { z } from 'zod'

/** Sortable columns. Reason and compound state are for information only, so neither is sortable. */
export const historySortColumns = ['state', 'amount', 'firstSeen', 'changed', 'workflow', 'id'] as const
export const optionalHistoryColumns = [
  'reason',
  'amount',
  'firstSeen',
  'changed',
  'expires',
  'merchantId',
  'workflow',
  'compound',
] as const
export type OptionalHistoryColumn = (typeof optionalHistoryColumns)[number]
/** Columns that fit beside the transaction, which shows the rest; the menu of the table offers the others. */
const defaultColumns: readonly OptionalHistoryColumn[] = ['amount', 'changed']

/** Parses a repeated URL parameter. A single value becomes a list of one; invalid values become undefined. */
function createRepeatedParam<T extends z.ZodType<unknown, string>>(item: T) {
  return z
    .union([z.array(item), item.transform((one) => [one])])
    .optional()
    .catch(undefined)
}

/** Enumerated value; empty for a value that the payment service did not provide. */
const enumerated = z.string().regex(/^[^\p{C}]{0,120}$/u)

/**
 * URL state of the history list. Invalid values fall back to undefined. Nothing here may hold free text,
 * except a fragment of a listed transaction id.
 */
export const historySearchSchema = z.object({
  q: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional()
    .catch(undefined),
  state: createRepeatedParam(enumerated),
  workflow: createRepeatedParam(enumerated),
  sort: z
    .templateLiteral([z.enum(['', '-']), z.enum(historySortColumns)])
    .optional()
    .catch(undefined),
  cols: createRepeatedParam(z.enum([...optionalHistoryColumns, 'none'])),
  open: transactionId.optional().catch(undefined),
})
export type HistorySearchParams = z.output<typeof historySearchSchema>

/** Kinds of entries of the timeline. */
export const timelineKinds = [
  'transactions',
  'notifications',
  'cases',
  'payment_requests',
  'questions',
  'documents',
  'access',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** URL state of the page around the history list: which part is shown, and the kinds of its entries. */
export const customerViewSearchSchema = z.object({
  view: z.literal('timeline').optional().catch(undefined),
  events: createRepeatedParam(z.enum(timelineKinds)),
})

/** Change of the URL state; undefined removes a parameter. */
export type HistorySearchChange = { [K in keyof HistorySearchParams]?: HistorySearchParams[K] | undefined }

export function selectHistoryColumns(cols: HistorySearchParams['cols']): readonly OptionalHistoryColumn[] {
  if (cols === undefined) return defaultColumns
  return optionalHistoryColumns.filter((column) => cols.includes(column))
}

/** Encodes the columns for the URL; the default columns need no parameter. */
export function encodeHistoryColumns(columns: readonly OptionalHistoryColumn[]): HistorySearchParams['cols'] {
  const wanted = optionalHistoryColumns.filter((column) => columns.includes(column))
  if (wanted.length === 0) return ['none']
  const usual =
    wanted.length === defaultColumns.length && wanted.every((column) => defaultColumns.includes(column))
  return usual ? undefined : wanted
}
