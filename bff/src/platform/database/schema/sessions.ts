import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { Generated } from 'kysely'

/** Sessions, and sight that somebody widened in an emergency. Times are ms since 1970 (UTC). */
export interface SessionSchema {
  sessions: {
    id_hash: string
    issuer: string
    subject: string
    /** Encrypted JSON: name, roles, merchants, the hint for the identity provider's sign-out. Empty once somebody ended it. */
    sealed: string
    role: string
    provider_session: string | null
    created_at: number
    seen_at: number
    ends_at: number
    /** Opaque name for lists and the audit trail. */
    handle: string | null
    /** Of the last use, as the two next. */
    source_address: string | null
    browser: string | null
    /** Ended before its time: the row stays so that its browser hears why. */
    ended_at: number | null
    ended_by: 'administrator' | 'self' | null
    /** The sight is wider until then. */
    glass_until: number | null
    /** When the person last proved anew who they are. */
    proved_at: number | null
  }
  glass_breaks: {
    id: string
    issuer: string
    subject: string
    /** Sealed, as all names and texts here. */
    name: string
    session_hash: string
    role: string
    purpose_code: PurposeCode
    case_ref: string
    sealed_text: string
    at: number
    /** When it ends, or ended: earlier where the person ended it. */
    until: number
    acknowledged_issuer: string | null
    acknowledged_subject: string | null
    acknowledged_name: string | null
    acknowledged_at: number | null
    sealed_report: string | null
    reported_at: number | null
    version: Generated<number>
  }
}
