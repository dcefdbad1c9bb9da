import type { AuditEventSummary, AuditResult } from '@paydesk/shared/compliance/audit-log'
import { getEventLabel, getSubjectKindLabel } from '../../platform/audit/event-labels.ts'
import { formatAuditTime, formatFieldLabel, presentPurpose, sanitizeTicket } from './present.ts'

/** Number of entries with the same action on records of the same kind. Times are ms since 1970. */
export interface EventSummaryRow {
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

export function presentEventSummary(row: EventSummaryRow): AuditEventSummary {
  const { group, withSubject, withoutSubject } = getEventLabel(row.action)
  return {
    group,
    says: row.kind === null ? withoutSubject : withSubject,
    words: row.kind === null ? null : getSubjectKindLabel(row.kind),
    records: Number(row.records),
    field: formatFieldLabel(row.field),
    purpose: presentPurpose(row.purpose),
    ticket: sanitizeTicket(row.ticket),
    result: row.result,
    times: Number(row.times),
    firstAt: formatAuditTime(row.first),
    lastAt: formatAuditTime(row.last),
  }
}
