import { fieldClassSchema } from '@paydesk/shared/compliance/field-permissions'
import { roleSchema } from '@paydesk/shared/core/permissions'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const classListSchema = z
  .string()
  .refine((list) => list.split(',').every((one) => fieldClassSchema.safeParse(one).success))

const fieldPermissionsSearchSchema = z.object({
  /** Sensitivity classes, comma-separated. */
  class: classListSchema.optional(),
  role: roleSchema.optional(),
  /** Second role of a comparison. */
  with: roleSchema.optional(),
  /** Limits the rows to fields of which the role sees something. */
  sees: z.literal('1').optional(),
  /** Limits the rows to local changes. */
  changed: z.literal('1').optional(),
})
export type FieldPermissionsSearchParams = z.output<typeof fieldPermissionsSearchSchema>
export type FieldPermissionsSearchChange = SearchParamsChange<FieldPermissionsSearchParams>

/** Parses the URL state of the field permissions. The search text stays out of the URL: it is free text. */
export const parseFieldPermissionsSearchParams = createSearchParamsReader(fieldPermissionsSearchSchema)
