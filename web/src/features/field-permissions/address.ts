import { fieldClass } from '@paydesk/shared/compliance/sight'
import { role } from '@paydesk/shared/core/permissions'
import { z } from 'zod'
import type { ChangeOf } from '../../ui/state/list-state.ts'
import { readsAddress } from '../../ui/state/url-state.ts'

const classes = z.string().refine((list) => list.split(',').every((one) => fieldClass.safeParse(one).success))

const sightAddress = z.object({
  /** Classes with commas. */
  class: classes.optional(),
  role: role.optional(),
  /** The other role of a comparison. */
  with: role.optional(),
  /** Only what the role sees something of. */
  sees: z.literal('1').optional(),
  /** Only what this installation has changed. */
  changed: z.literal('1').optional(),
})
export type SightAddress = z.output<typeof sightAddress>
export type SightChange = ChangeOf<SightAddress>

/** What of the matrix is on screen, as kept in the address. What is searched for is not: anything can be typed there. */
export const readSightAddress = readsAddress(sightAddress)
