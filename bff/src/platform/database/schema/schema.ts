import type { Generated } from 'kysely'
import type { ApiKeySchema } from './api-keys.ts'
import type { AuditChainSchema } from './audit.ts'
import type { CallerCheckSchema } from './caller-checks.ts'
import type { DocumentSchema } from './documents.ts'
import type { ExportRequestSchema } from './export-requests.ts'
import type { IdentitySchema } from './identities.ts'
import type { IdentityOwnerSchema } from './identity-owners.ts'
import type { MentionsSchema } from './mentions.ts'
import type { OperatorActionSchema } from './operator-actions.ts'
import type { PaymentRequestSchema } from './payment-requests.ts'
import type { QuestionSchema } from './questions.ts'
import type { ReconciliationSchema } from './reconciliation.ts'
import type { RecordsSchema } from './records.ts'
import type { RevealSchema } from './reveals.ts'
import type { ReviewSchema } from './review.ts'
import type { SessionSchema } from './sessions.ts'
import type { StaffDraftSchema } from './staff-drafts.ts'
import type { StaffSettingsSchema } from './staff-settings.ts'
import type { SubjectRequestSchema } from './subject-requests.ts'

/** All tables. Times are integer milliseconds since 1970 (UTC); JSON and encrypted values are text. */
export interface DatabaseSchema
  extends RecordsSchema,
    ReviewSchema,
    QuestionSchema,
    MentionsSchema,
    OperatorActionSchema,
    ReconciliationSchema,
    AuditChainSchema,
    IdentityOwnerSchema,
    SubjectRequestSchema,
    CallerCheckSchema,
    IdentitySchema,
    DocumentSchema,
    ExportRequestSchema,
    SessionSchema,
    StaffDraftSchema,
    StaffSettingsSchema,
    RevealSchema,
    PaymentRequestSchema,
    ApiKeySchema {
  handles: {
    handle: string
    kind: 'customer' | 'identity'
    environment: string
    merchant: string
    /** Keyed hash of the id: finds the row, but does not reveal the id. */
    lookup: string
    /** Id, encrypted because a RID can be an e-mail address or an IBAN. */
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
    /** Age of the last re-authentication, in seconds. */
    reauthentication_age: number | null
  }
}
