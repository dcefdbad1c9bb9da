import type { Generated } from 'kysely'
import type { ActionSchema } from './actions.ts'
import type { AuditChainSchema } from './audit.ts'
import type { CallerSchema } from './callers.ts'
import type { DocumentSchema } from './documents.ts'
import type { DriftSchema } from './drift.ts'
import type { HandoverSchema } from './handover.ts'
import type { IdentitySchema } from './identities.ts'
import type { MentionsSchema } from './mentions.ts'
import type { OfficeSchema } from './office.ts'
import type { PeopleSchema } from './people.ts'
import type { RequestSchema } from './requests.ts'
import type { RevealSchema } from './reveal.ts'
import type { ReviewSchema } from './review.ts'
import type { SubjectSchema } from './subjects.ts'
import type { SystemSchema } from './systems.ts'
import type { TrailSchema } from './trail.ts'

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
