import { z } from 'zod'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

export const undocumentedValueColumns = ['place', 'value', 'times', 'first', 'last'] as const

/** Parses the sorting of the undocumented values: a column, with `-` for descending. */
export const readUndocumentedValuesSearchParams = createSearchParamsReader(
  z.object({ sort: z.templateLiteral([z.enum(['', '-']), z.enum(undocumentedValueColumns)]).optional() }),
)
