import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { Generated } from 'kysely'

/** Sessions and break-glass access. Times are ms since 1970 (UTC). */
export interface SessionTables {
  sessions: {
    /** Name of the session in other tables; never leaves the server and stays for its life. */
    id_hash: string
    /** Hash of the cookie, which is renewed at each re-authentication. */
    cookie_hash: string
    issuer: string
    subject: string
    /**
     * Encrypted JSON: name, roles, merchants, the hint for the identity provider's sign-out, the token for
     * renewing the rights. Empty once the session was ended early.
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
    ended_by: 'administrator' | 'self' | 'provider' | 'limit' | null
    /** End of break-glass access. */
    break_glass_until: number | null
    /** Time of the last re-authentication. */
    reauthenticated_at: number | null
    /** Time at which the identity provider last confirmed roles and merchants. */
    authority_at: number
    /** End of the claim of the instance that renews the rights now. */
    renewal_until: number | null
    /** Rises when merchants change, so that pages and streams notice. */
    rights_version: number
  }
  /** Logout tokens that were obeyed, until they are too old: none counts twice. */
  logout_tokens: { id_hash: string; expires_at: number }
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
