import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { Generated } from 'kysely'

/** Sessions and break-glass access. Times are ms since 1970 (UTC). */
export interface SessionSchema {
  sessions: {
    id_hash: string
    issuer: string
    subject: string
    /**
     * Encrypted JSON: name, roles, merchants, the hint for the identity provider's sign-out. Empty once the
     * session was ended early.
     */
    sealed: string
    role: string
    provider_session: string | null
    created_at: number
    last_used_at: number
    expires_at: number
    /** Opaque name for lists and the audit log. */
    handle: string | null
    /** Client address of the last use; `browser` is of the last use as well. */
    source_address: string | null
    browser: string | null
    /** Time of an early end; the row stays so that the browser can be told the reason. */
    ended_at: number | null
    ended_by: 'administrator' | 'self' | null
    /** End of break-glass access. */
    break_glass_until: number | null
    /** Time of the last re-authentication. */
    reauthenticated_at: number | null
  }
  break_glass_grants: {
    id: string
    issuer: string
    subject: string
    /** Encrypted, as all names and texts in this table. */
    name: string
    session_hash: string
    role: string
    purpose_code: PurposeCode
    case_ref: string
    sealed_text: string
    at: number
    /** End of the access; earlier than planned if the person ended the access. */
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
