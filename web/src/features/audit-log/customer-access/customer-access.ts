import type { TimelineSource } from '../../../ui/timeline/timeline-source.ts'

/** Access to a customer by what it was; null if the role has no access of this kind. */
export interface CustomerAccessTimelines {
  readonly callerVerifications: TimelineSource | null
  readonly exports: TimelineSource | null
  /** Reveals and, where others are listed, reads. */
  readonly others: TimelineSource
}

export const callerVerificationAuditActions: ReadonlySet<string> = new Set([
  'caller.checked',
  'caller.limited',
])
export const exportAuditActions: ReadonlySet<string> = new Set([
  'records.exported',
  'payment_requests.exported',
  'questions.exported',
])
