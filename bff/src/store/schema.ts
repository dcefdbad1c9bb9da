import type { Generated } from 'kysely'
import type { ActionSchema } from './schema-actions.ts'
import type { AuditChainSchema } from './schema-audit.ts'
import type { DriftSchema } from './schema-drift.ts'
import type { HandoverSchema } from './schema-handover.ts'
import type { MentionsSchema } from './schema-mentions.ts'
import type { OfficeSchema } from './schema-office.ts'
import type { RevealSchema } from './schema-reveal.ts'
import type { ReviewSchema } from './schema-review.ts'

/** Times are integer milliseconds since 1970 (UTC); JSON and sealed values are text. */
export interface Schema
  extends OfficeSchema,
    ReviewSchema,
    HandoverSchema,
    MentionsSchema,
    ActionSchema,
    DriftSchema,
    RevealSchema,
    AuditChainSchema {
  handles: {
    handle: string
    kind: 'customer' | 'identity'
    environment: string
    merchant: string
    /** Keyed hash of the id: found by it, never read back from it. */
    lookup: string
    /** The id itself, encrypted: a RID can be an e-mail address or an IBAN. */
    sealed: string
    created_at: number
  }
  sessions: {
    id_hash: string
    issuer: string
    subject: string
    /** Encrypted JSON: name, roles, merchants, the hint for the identity provider's sign-out. */
    sealed: string
    role: string
    provider_session: string | null
    created_at: number
    seen_at: number
    ends_at: number
    /** When the person last proved anew who they are. */
    proved_at: number | null
  }
  audit: {
    seq: Generated<number>
    time_ms: number
    instance: string
    actor_issuer: string | null
    actor_subject: string | null
    role: string | null
    session_hash: string | null
    source_address: string | null
    action: string
    result: 'allowed' | 'refused' | 'failed'
    reason: string | null
    environment: string | null
    merchant: string | null
    subject_kind: string | null
    subject_id: string | null
    reference: string
    field: string | null
    purpose_code: string | null
    case_ref: string | null
    /** Seconds. */
    step_up_age: number | null
  }
}
