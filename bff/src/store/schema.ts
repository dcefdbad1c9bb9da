import type { Generated } from 'kysely'
import type { ActionSchema } from './schema-actions.ts'
import type { AuditChainSchema } from './schema-audit.ts'
import type { CallerSchema } from './schema-callers.ts'
import type { DocumentSchema } from './schema-documents.ts'
import type { DriftSchema } from './schema-drift.ts'
import type { HandoverSchema } from './schema-handover.ts'
import type { IdentitySchema } from './schema-identities.ts'
import type { MentionsSchema } from './schema-mentions.ts'
import type { OfficeSchema } from './schema-office.ts'
import type { PeopleSchema } from './schema-people.ts'
import type { RequestSchema } from './schema-requests.ts'
import type { RevealSchema } from './schema-reveal.ts'
import type { ReviewSchema } from './schema-review.ts'
import type { SubjectSchema } from './schema-subjects.ts'
import type { SystemSchema } from './schema-systems.ts'
import type { TrailSchema } from './schema-trail.ts'

/** Times are integer milliseconds since 1970 (UTC); JSON and sealed values are text. */
export interface Schema
  extends OfficeSchema,
    ReviewSchema,
    HandoverSchema,
    MentionsSchema,
    ActionSchema,
    DriftSchema,
    AuditChainSchema,
    TrailSchema,
    SubjectSchema,
    CallerSchema,
    IdentitySchema,
    DocumentSchema,
    PeopleSchema,
    RevealSchema,
    RequestSchema,
    SystemSchema {
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
