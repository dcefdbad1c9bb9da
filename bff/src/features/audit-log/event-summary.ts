import type { AuditEventSummary, AuditResult } from '@paydesk/shared/compliance/audit-log'
import { classifyAuditEvent, toAuditSubjectKind } from '../../platform/audit/event-groups.ts'
import { formatAuditTime, parseRecordedPurpose, sanitizeRecordedTicket, toKnownFieldName } from './present.ts'

/** Number of entries with the same action on records of the same kind. Times are ms since 1970. */
export interface AuditEventSummaryRow {
  readonly action: string
  readonly kind: string | null
  readonly field: string | null
  readonly purpose: string | null
  readonly ticket: string | null
  readonly result: AuditResult
  readonly records: number
  readonly times: number
  readonly first: number
  readonly last: number
}

export function presentAuditEventSummary(row: AuditEventSummaryRow): AuditEventSummary {
  return {
    ...classifyAuditEvent(row.action),
    kind: row.kind === null ? null : toAuditSubjectKind(row.kind),
    records: Number(row.records),
    field: toKnownFieldName(row.field),
    purpose: parseRecordedPurpose(row.purpose),
    ticket: sanitizeRecordedTicket(row.ticket),
    result: row.result,
    times: Number(row.times),
    firstAt: formatAuditTime(row.first),
    lastAt: formatAuditTime(row.last),
  }
}
