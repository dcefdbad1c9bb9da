import type { Role } from '@paydesk/shared/core/permissions'
import type { RecordedPurposeCode } from '@paydesk/shared/core/purposes'
import type { AuditNote, AuditReason } from './reason.ts'

/** Subject of an event: an opaque handle or a pseudonymous ID, never a RID and never a value. */
export interface AuditSubject {
  readonly kind:
    | 'customer'
    | 'transaction'
    | 'identity'
    | 'notification'
    | 'import'
    | 'view'
    | 'decision'
    | 'question'
    | 'discrepancy'
    | 'person'
    | 'session'
    | 'break_glass'
    | 'reveal_alert'
    | 'payment_request'
    | 'api_key'
    | 'export_request'
  readonly id: string
  readonly merchant?: string
}

/** Returns the subject of a read; the merchant is known only after the read. */
export function toAuditSubject(
  kind: AuditSubject['kind'],
  id: string,
  read: { readonly merchant: string } | undefined,
): AuditSubject | null {
  if (read !== undefined) return { kind, id, merchant: read.merchant }
  // Drop transaction IDs that were not read: handles are made by Paydesk, but a transaction ID unknown to the
  // payment service can be any text of that form.
  return kind === 'transaction' ? null : { kind, id }
}

/** List with the customer that it was filtered by; null for a list of all customers. */
export interface FilteredByCustomer {
  readonly filterCustomer: { readonly merchant: string } | null
}

/** Returns the customer that a list was filtered by; null for a list of all customers. */
export function toCustomerFilterAuditSubject(
  customer: string | undefined,
  read: FilteredByCustomer | undefined,
): AuditSubject | null {
  return customer === undefined
    ? null
    : toAuditSubject('customer', customer, read?.filterCustomer ?? undefined)
}

/** Requested field and the purpose of the request. */
export interface AuditPurpose {
  /** Field of the access policy; null means the whole record. */
  readonly field: string | null
  /** Null if only a ticket was given. */
  readonly code: RecordedPurposeCode | null
  /** Ticket number in the form of `caseRef` in the contracts; null if no ticket was requested. */
  readonly caseRef: string | null
  /** Whole seconds since the re-authentication; null if none was required. */
  readonly stepUpAge: number | null
}

/** Events that leave an audit entry: a closed union in which the action determines the subject. */
export type AuditEvent =
  | {
      readonly action:
        | 'session.started'
        | 'session.ended'
        | 'session.refused'
        | 'session.reauthenticated'
        | 'role.chosen'
        | 'settings.saved'
        | 'reveal.taken_up'
        | 'reveals.alerts.listed'
    }
  | { readonly action: 'search.made' | 'access.refused'; readonly about: AuditSubject | null }
  | {
      readonly action:
        | 'home.viewed'
        | 'records.listed'
        | 'records.trend.viewed'
        | 'records.exported'
        | 'records.suggested'
        | 'coverage.viewed'
        | 'notification_queue.listed'
        | 'notification_queue.figures.viewed'
        | 'views.listed'
        | 'imports.listed'
        | 'undocumented_values.listed'
        | 'health.viewed'
        | 'health.last_day.viewed'
        | 'live.streamed'
        | 'review.listed'
        | 'review.figures.viewed'
        | 'decisions.listed'
        | 'inbox.listed'
        | 'inbox.counted'
        | 'inbox.marked'
        | 'colleagues.listed'
        | 'reconciliation.report.viewed'
        | 'reconciliation.exported'
        | 'audit.figures.viewed'
        | 'audit.verification.started'
        | 'audit.verification.viewed'
        | 'audit.exported'
        | 'field_permissions.viewed'
        | 'field_permissions.exported'
        | 'sessions.listed'
        | 'sessions.every.listed'
        | 'break_glass.listed'
        | 'break_glass.figures.viewed'
        | 'payment_requests.exported'
        | 'decisions.exported'
        | 'review.exported'
        | 'questions.exported'
        | 'notification_queue.exported'
        | 'api_keys.listed'
    }
  | {
      readonly action:
        | 'records.export.ended'
        | 'reconciliation.export.ended'
        | 'payment_requests.export.ended'
        | 'decisions.export.ended'
        | 'review.export.ended'
        | 'questions.export.ended'
        | 'notification_queue.export.ended'
        | 'audit.export.ended'
        | 'audit.entries.export.ended'
        | 'audit.verification.ended'
        | 'audit.cut'
        | 'audit.cut.ended'
        | 'sessions.ended_others'
      readonly note: AuditNote
    }
  | {
      readonly action: 'import.started' | 'import.stopped' | 'import.refusals.exported'
      readonly about: AuditSubject | null
      readonly note?: AuditNote
    }
  | {
      readonly action:
        | 'customer.viewed'
        | 'customer.transactions.viewed'
        | 'customer.identity.viewed'
        | 'customer.timeline.viewed'
        | 'transaction.viewed'
        | 'transaction.record.viewed'
        | 'transaction.notifications.viewed'
        | 'transaction.history.viewed'
        | 'transaction.received.viewed'
        | 'notification.reprocessed'
        | 'view.saved'
        | 'view.changed'
        | 'view.shared'
        | 'view.unshared'
        | 'view.removed'
        | 'view.restored'
        | 'draft.saved'
        | 'draft.restored'
        | 'draft.removed'
        | 'import.viewed'
        | 'identity.viewed'
        | 'identity.record.viewed'
        | 'identity.checked'
        | 'case.viewed'
        | 'case.position.viewed'
        | 'case.claimed'
        | 'case.taken_over'
        | 'case.released'
        | 'case.noted'
        | 'review.colleagues.listed'
        | 'case.snoozed'
        | 'case.snooze_ended'
        | 'case.draft.saved'
        | 'decision.made'
        | 'decision.stopped'
        | 'decision.viewed'
        | 'decision.answered'
        | 'decision.withdrawn'
        | 'decision.action.sent'
        | 'decision.action.answered'
        | 'questions.listed'
        | 'question.asked'
        | 'question.answered'
        | 'reconciliation.listed'
        | 'discrepancy.explained'
        | 'audit.listed'
        | 'audit.entries.exported'
        | 'audit.staff_activity.viewed'
        | 'subject_access.listed'
        | 'documents.listed'
        | 'downloads.listed'
        | 'download.answered'
        | 'download.tried'
        | 'exports.listed'
        | 'export.answered'
        | 'export.withdrawn'
        | 'session.ended_own'
        | 'break_glass.ended'
        | 'break_glass.acknowledged'
        | 'break_glass.reported'
        | 'break_glass.viewed'
        | 'payment_requests.listed'
        | 'payment_request.options.viewed'
        | 'payment_request.drafted'
        | 'payment_request.sent'
        | 'payment_request.answered'
        | 'payment_request.viewed'
        | 'api_key.revoked'
        | 'api_key.created_payment'
        | 'api_key.read_payment'
      readonly about: AuditSubject | null
    }
  | {
      readonly action: 'audit.record_access.viewed'
      readonly about: AuditSubject | null
      readonly purpose?: AuditPurpose
    }
  | { readonly action: 'reveals.unusual'; readonly note: AuditNote }
  | { readonly action: 'reveals.alert.seen'; readonly about: AuditSubject | null }
  | {
      readonly action: 'document.content.sent' | 'document.closed'
      readonly about: AuditSubject | null
      readonly note?: AuditNote
    }
  | {
      readonly action:
        | 'field.revealed'
        | 'caller.checked'
        | 'caller.limited'
        | 'document.viewed'
        | 'download.asked'
        | 'download.fetched'
        | 'export.requested'
        | 'records.exported'
        | 'reconciliation.exported'
        | 'payment_requests.exported'
        | 'decisions.exported'
        | 'review.exported'
        | 'questions.exported'
        | 'notification_queue.exported'
        | 'audit.exported'
        | 'audit.entries.exported'
        | 'subject_access.requested'
        | 'subject_access.decided'
        | 'subject_access.stopped'
        | 'subject_access.downloaded'
        | 'subject_access.ended'
        | 'break_glass.requested'
        | 'break_glass.started'
        | 'payment_link.shown'
        | 'api_key.created'
      readonly about: AuditSubject | null
      readonly purpose: AuditPurpose
      readonly note?: AuditNote
    }
  | {
      readonly action: 'session.ended_by'
      readonly about: AuditSubject | null
      readonly purpose: AuditPurpose
      readonly note: AuditNote
    }

export type AuditAction = AuditEvent['action']

/** Person who acted; the columns are null if nobody is signed in. */
export interface AuditActor {
  readonly issuer: string
  readonly subject: string
  readonly role: Role
  readonly sessionHash: string
}

export interface AuditEntry {
  readonly action: AuditAction
  readonly about: AuditSubject | null
  readonly result: 'allowed' | 'refused' | 'failed'
  /** Reason codes and notes of Paydesk; never text from outside. */
  readonly reason: AuditReason | null
  readonly actor: AuditActor | null
  readonly environment: string | null
  readonly sourceAddress: string | null
  readonly reference: string
  readonly purpose?: AuditPurpose
}
