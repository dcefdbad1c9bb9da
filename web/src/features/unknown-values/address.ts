import { z } from 'zod'
import { readsAddress } from '../../ui/state/url-state.ts'

export const registerColumns = ['place', 'value', 'times', 'first', 'last'] as const

/** The order of the register, as kept in the address: a column, with `-` from the top. */
export const readRegisterAddress = readsAddress(
  z.object({ sort: z.templateLiteral([z.enum(['', '-']), z.enum(registerColumns)]).optional() }),
)
