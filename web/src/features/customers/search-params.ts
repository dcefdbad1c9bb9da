import { transactionId } from '@paydesk/shared/core/ids'
import { z } from 'zod'

/** Nothing is sorted by the reason or the compound state: they are for information only. */
export const historySortColumns = ['state', 'amount', 'workflow', 'id'] as const
export const optionalHistoryColumns = ['reason', 'amount', 'workflow', 'compound'] as const
export type OptionalHistoryColumn = (typeof optionalHistoryColumns)[number]
const defaultColumns: readonly OptionalHistoryColumn[] = ['reason', 'amount', 'workflow']

/** In an address a list is the same name several times; once is a list of one. */
function createRepeatedParam<T extends z.ZodType<unknown, string>>(item: T) {
  return z
    .union([z.array(item), item.transform((one) => [one])])
    .optional()
    .catch(undefined)
}

/** Empty for a value that the service did not give. */
const enumerated = z.string().regex(/^[^\p{C}]{0,120}$/u)

/**
 * What the history list shows, as kept in the address. What does not parse falls back; nothing here
 * may hold what a person typed freely, except a piece of a transaction id that is in the list.
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

/** The part of the state that a page may ask to change. */
export type HistorySearchChange = { [K in keyof HistorySearchParams]?: HistorySearchParams[K] | undefined }

export function selectHistoryColumns(cols: HistorySearchParams['cols']): readonly OptionalHistoryColumn[] {
  if (cols === undefined) return defaultColumns
  return optionalHistoryColumns.filter((column) => cols.includes(column))
}

/** The shortest form: the usual columns need no word in the address. */
export function encodeHistoryColumns(columns: readonly OptionalHistoryColumn[]): HistorySearchParams['cols'] {
  const wanted = optionalHistoryColumns.filter((column) => columns.includes(column))
  if (wanted.length === 0) return ['none']
  const usual =
    wanted.length === defaultColumns.length && wanted.every((column) => defaultColumns.includes(column))
  return usual ? undefined : wanted
}
