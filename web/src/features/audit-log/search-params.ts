import { auditEntryView, auditLogFilter, auditLogQuery } from '@paydesk/shared/compliance/trail'
import { staffActivityQuery } from '@paydesk/shared/compliance/trail-seen'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const auditSearchSchema = z.object({
  ...auditLogQuery.shape,
  after: z.string().min(1).max(400).optional(),
  /** The entry that is open beside the list. */
  open: auditEntryView.shape.entry.optional(),
})
export type AuditSearchParams = z.output<typeof auditSearchSchema>
export type AuditSearchChange = SearchParamsChange<AuditSearchParams>

/** The list's state as kept in the address: the shared filter, the page and the open entry. */
export const parseAuditSearchParams = createSearchParamsReader(auditSearchSchema)

export const parseAuditFilter = createSearchParamsReader(auditLogFilter)

/** A whole page of the list, as it is asked for. */
export const parseAuditQuery = createSearchParamsReader(auditLogQuery)

/** A changed filter begins at the newest entry, with nothing open. */
export function changeAuditFilter(address: AuditSearchParams, change: AuditSearchChange): AuditSearchChange {
  return { ...address, after: undefined, open: undefined, ...change }
}

/** Which days of a person are shown. */
export const parseStaffActivitySearchParams = createSearchParamsReader(staffActivityQuery)
export type StaffActivitySearchParams = z.output<typeof staffActivityQuery>
