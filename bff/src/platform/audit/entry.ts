import type { Role } from '@paydesk/shared/core/permissions'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
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
    | 'handover'
    | 'item'
    | 'person'
    | 'session'
    | 'glass'
    | 'alert'
    | 'request'
    | 'system'
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

/** Requested field and the purpose of the request. */
export interface AuditPurpose {
  /** Field of the access policy; null means the whole record. */
  readonly field: string | null
  /** Null if only a ticket was given. */
  readonly code: PurposeCode | null
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
        | 'session.proved'
        | 'role.chosen'
        | 'reveal.taken_up'
        | 'reveals.alerts.listed'
    }
  | { readonly action: 'lookup.made' | 'access.refused'; readonly about: AuditSubject | null }
  | {
      readonly action:
        | 'index.listed'
        | 'index.exported'
        | 'index.suggested'
        | 'coverage.viewed'
        | 'ledger.listed'
        | 'ledger.figures.viewed'
        | 'views.listed'
        | 'imports.listed'
        | 'register.listed'
        | 'health.viewed'
        | 'live.heard'
        | 'review.listed'
        | 'review.figures.viewed'
        | 'decisions.listed'
        | 'handovers.listed'
        | 'drift.listed'
        | 'drift.sheet.viewed'
        | 'drift.exported'
        | 'trail.figures.viewed'
        | 'trail.verification.started'
        | 'trail.verification.viewed'
        | 'trail.exported'
        | 'subject.requests.listed'
        | 'sight.viewed'
        | 'sight.exported'
        | 'downloads.listed'
        | 'sessions.listed'
        | 'sessions.every.listed'
        | 'glass.listed'
        | 'glass.figures.viewed'
        | 'requests.listed'
        | 'request.choices.viewed'
        | 'systems.listed'
    }
  | {
      readonly action:
        | 'index.export.ended'
        | 'drift.export.ended'
        | 'trail.export.ended'
        | 'trail.verification.ended'
        | 'trail.cut'
        | 'trail.cut.ended'
        | 'sessions.ended_others'
      readonly note: AuditNote
    }
  | {
      readonly action: 'import.started' | 'import.stopped'
      readonly about: AuditSubject | null
      readonly note?: AuditNote
    }
  | {
      readonly action:
        | 'customer.viewed'
        | 'customer.transactions.viewed'
        | 'customer.identity.viewed'
        | 'transaction.viewed'
        | 'transaction.record.viewed'
        | 'transaction.notifications.viewed'
        | 'transaction.history.viewed'
        | 'transaction.received.viewed'
        | 'notification.reprocessed'
        | 'view.saved'
        | 'view.removed'
        | 'import.viewed'
        | 'identity.viewed'
        | 'identity.record.viewed'
        | 'identity.checked'
        | 'review.item.viewed'
        | 'review.place.viewed'
        | 'review.item.taken'
        | 'review.item.taken_over'
        | 'review.item.released'
        | 'review.item.noted'
        | 'review.colleagues.listed'
        | 'review.item.snoozed'
        | 'review.draft.kept'
        | 'decision.made'
        | 'decision.stopped'
        | 'decision.viewed'
        | 'decision.answered'
        | 'decision.withdrawn'
        | 'decision.action.sent'
        | 'decision.action.answered'
        | 'handover.asked'
        | 'handover.answered'
        | 'drift.explained'
        | 'trail.listed'
        | 'trail.subject.viewed'
        | 'trail.person.viewed'
        | 'documents.listed'
        | 'download.answered'
        | 'download.tried'
        | 'session.ended_own'
        | 'glass.ended'
        | 'glass.acknowledged'
        | 'glass.reported'
        | 'glass.viewed'
        | 'request.drafted'
        | 'request.sent'
        | 'request.answered'
        | 'request.viewed'
        | 'system.revoked'
        | 'system.created_payment'
        | 'system.read_payment'
      readonly about: AuditSubject | null
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
        | 'subject.export.asked'
        | 'subject.export.answered'
        | 'subject.export.stopped'
        | 'subject.export.taken'
        | 'subject.export.ended'
        | 'glass.asked'
        | 'glass.broken'
        | 'request.address.shown'
        | 'system.made'
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
