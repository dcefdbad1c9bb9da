import { z } from 'zod'
import { auditActorHandle } from '../compliance/audit-log.ts'
import { role } from '../core/permissions.ts'
import { staffHandle } from './review-cases.ts'

/** Colleague known to Paydesk by a sign-in of the last 90 days. */
const reviewColleague = z.strictObject({
  colleague: staffHandle,
  name: z.string(),
  me: z.boolean(),
  roles: z.array(role),
  /** True if a role of theirs works on cases, so that cases may be assigned to them. */
  mayWork: z.boolean(),
  /** Handle in the audit log; null for a role that may not see their activity. */
  person: auditActorHandle.nullable(),
})

/** Colleagues sorted by name. */
export const reviewColleagueList = z.strictObject({ colleagues: z.array(reviewColleague) })
