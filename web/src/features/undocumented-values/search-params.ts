import { z } from 'zod'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

export const undocumentedValueColumns = ['place', 'value', 'times', 'first', 'last'] as const

/** The order of the register, as kept in the address: a column, with `-` from the top. */
export const readUndocumentedValuesSearchParams = createSearchParamsReader(
  z.object({ sort: z.templateLiteral([z.enum(['', '-']), z.enum(undocumentedValueColumns)]).optional() }),
)
