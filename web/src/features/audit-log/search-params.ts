import {
  type AuditLogFilter,
  auditEntryViewSchema,
  auditLogFilterSchema,
  auditLogQuerySchema,
  staffActivityQuerySchema,
} from '@paydesk/shared/compliance/audit-log'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const auditSearchSchema = z.object({
  ...auditLogQuerySchema.shape,
  after: z.string().min(1).max(400).optional(),
  /** Entry shown beside the list. */
  open: auditEntryViewSchema.shape.entry.optional(),
})
export type AuditSearchParams = z.output<typeof auditSearchSchema>
export type AuditSearchChange = SearchParamsChange<AuditSearchParams>

/** Parses the URL state of the list: shared filter, page cursor, open entry. */
export const parseAuditSearchParams = createSearchParamsReader(auditSearchSchema)

export const parseAuditFilter = createSearchParamsReader(auditLogFilterSchema)

const parseAuditListQuery = createSearchParamsReader(auditLogQuerySchema)

/** Returns what the list shows: activity, unless the address says otherwise or looks for certain entries. */
export function getAuditView({ view, group, subject, ticket, reference }: AuditLogFilter) {
  return view ?? ((group ?? subject ?? ticket ?? reference) === undefined ? 'activity' : 'all')
}

/** Parses the request for one page of the list. */
export function parseAuditQuery(address: AuditSearchParams) {
  const query = parseAuditListQuery(address)
  return { ...query, view: getAuditView(query) }
}

/** Changes the filter, and resets the page and the open entry. */
export function changeAuditFilter(address: AuditSearchParams, change: AuditSearchChange): AuditSearchChange {
  return { ...address, after: undefined, open: undefined, ...change }
}

/** Parses the range of days of one person's activity. */
export const parseStaffActivitySearchParams = createSearchParamsReader(staffActivityQuerySchema)
export type StaffActivitySearchParams = z.output<typeof staffActivityQuerySchema>
