import {
  auditEntryView,
  auditLogFilter,
  auditLogQuery,
  staffActivityQuery,
} from '@paydesk/shared/compliance/audit-log'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const auditSearchSchema = z.object({
  ...auditLogQuery.shape,
  after: z.string().min(1).max(400).optional(),
  /** Entry shown beside the list. */
  open: auditEntryView.shape.entry.optional(),
})
export type AuditSearchParams = z.output<typeof auditSearchSchema>
export type AuditSearchChange = SearchParamsChange<AuditSearchParams>

/** Parses the URL state of the list: shared filter, page cursor, open entry. */
export const parseAuditSearchParams = createSearchParamsReader(auditSearchSchema)

export const parseAuditFilter = createSearchParamsReader(auditLogFilter)

/** Parses the request for one page of the list. */
export const parseAuditQuery = createSearchParamsReader(auditLogQuery)

/** Changes the filter, and resets the page and the open entry. */
export function changeAuditFilter(address: AuditSearchParams, change: AuditSearchChange): AuditSearchChange {
  return { ...address, after: undefined, open: undefined, ...change }
}

/** Parses the range of days of one person's activity. */
export const parseStaffActivitySearchParams = createSearchParamsReader(staffActivityQuery)
export type StaffActivitySearchParams = z.output<typeof staffActivityQuery>
