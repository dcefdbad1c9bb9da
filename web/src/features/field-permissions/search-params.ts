import { sensitivityClass } from '@paydesk/shared/compliance/sight'
import { role } from '@paydesk/shared/core/permissions'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const classList = z
  .string()
  .refine((list) => list.split(',').every((one) => sensitivityClass.safeParse(one).success))

const fieldPermissionsSearchSchema = z.object({
  /** Classes with commas. */
  class: classList.optional(),
  role: role.optional(),
  /** The other role of a comparison. */
  with: role.optional(),
  /** Only what the role sees something of. */
  sees: z.literal('1').optional(),
  /** Only what this installation has changed. */
  changed: z.literal('1').optional(),
})
export type FieldPermissionsSearchParams = z.output<typeof fieldPermissionsSearchSchema>
export type FieldPermissionsSearchChange = SearchParamsChange<FieldPermissionsSearchParams>

/** What of the matrix is on screen, as kept in the address. What is searched for is not: anything can be typed there. */
export const parseFieldPermissionsSearchParams = createSearchParamsReader(fieldPermissionsSearchSchema)
