import { z } from 'zod'
import { auditActorHandleSchema } from '../compliance/audit-log.ts'
import { roleSchema } from '../core/permissions.ts'
import { staffHandleSchema } from './review-cases.ts'

/** Colleague known to Paydesk by a sign-in of the last 90 days. */
const reviewColleagueSchema = z.strictObject({
  colleague: staffHandleSchema,
  name: z.string(),
  me: z.boolean(),
  roles: z.array(roleSchema),
  /** True if a role of theirs works on cases, so that cases may be assigned to them. */
  mayWork: z.boolean(),
  /** Handle in the audit log; null for a role that may not see their activity. */
  person: auditActorHandleSchema.nullable(),
})

/** Colleagues sorted by name. */
export const reviewColleagueListSchema = z.strictObject({ colleagues: z.array(reviewColleagueSchema) })
