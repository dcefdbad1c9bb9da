import type { ExportedListName, ExportSelection } from '@paydesk/shared/cases/export-requests'
import type { StaffLanguage } from '@paydesk/shared/core/formatter'
import type { ExportRequestId } from '@paydesk/shared/core/ids'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import type { AuditEvent } from '../audit/entry.ts'
import type { ScopedActor, StreamBody } from '../http/route.ts'

/** Permission to export a list, and the events of its beginning and its end. */
interface ExportRule {
  readonly permission: StaffPermission
  readonly opened: AuditEvent['action']
  readonly ended: AuditEvent['action']
}

export const exportRules = {
  transactions: { permission: 'records.export', opened: 'records.exported', ended: 'records.export.ended' },
  reconciliation: {
    permission: 'reconciliation.read',
    opened: 'reconciliation.exported',
    ended: 'reconciliation.export.ended',
  },
  audit_log: { permission: 'audit.export', opened: 'audit.exported', ended: 'audit.export.ended' },
  audit_entries: {
    permission: 'audit.export',
    opened: 'audit.entries.exported',
    ended: 'audit.entries.export.ended',
  },
  payment_requests: {
    permission: 'records.export',
    opened: 'payment_requests.exported',
    ended: 'payment_requests.export.ended',
  },
  decisions: {
    permission: 'records.export',
    opened: 'decisions.exported',
    ended: 'decisions.export.ended',
  },
  notifications: {
    permission: 'records.export',
    opened: 'notification_queue.exported',
    ended: 'notification_queue.export.ended',
  },
  cases: { permission: 'records.export', opened: 'review.exported', ended: 'review.export.ended' },
  questions: { permission: 'records.export', opened: 'questions.exported', ended: 'questions.export.ended' },
  customer_transactions: {
    permission: 'records.export',
    opened: 'records.exported',
    ended: 'records.export.ended',
  },
} as const satisfies Readonly<Record<ExportedListName, ExportRule>>

type SelectionOf<List extends ExportedListName> = Extract<ExportSelection, { list: List }>
export type ExportFilter<List extends ExportedListName> = SelectionOf<List>['filter']

/** Query of an export: its filter, or the approved request that holds the filter. */
export type ExportQuery<List extends ExportedListName> = ExportFilter<List> & {
  readonly request?: ExportRequestId | undefined
}

/** Export that may be sent now. */
export interface AdmittedExport<List extends ExportedListName> {
  readonly filter: ExportFilter<List>
  /** Reference time of the filter (ms since 1970). */
  readonly now: number
  /** Caller, limited to the merchants of the request. */
  readonly caller: ScopedActor
  /** Language that the caller chose. */
  readonly language: StaffLanguage
  /** Adds the event of an approved export, with its purpose, to the stream. */
  attachEvent(chunks: AsyncIterable<string | Uint8Array>): StreamBody
}

/** Gate of all exports of lists; every export asks it before its first byte. */
export interface ExportGate {
  /**
   * Counts the export in the budget of its person. Throws `export_needs_approval` for too many rows without an
   * approved request, and `access_limit_reached`.
   */
  readonly admitExport: <List extends ExportedListName>(
    list: List,
    query: ExportQuery<List>,
    caller: ScopedActor,
  ) => Promise<AdmittedExport<List>>
}
