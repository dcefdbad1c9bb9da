import type { Generated } from 'kysely'
import type { ApiKeyTables } from './api-keys.ts'
import type { AuditChainTables } from './audit.ts'
import type { CallerCheckTables } from './caller-checks.ts'
import type { DocumentTables } from './documents.ts'
import type { ExportRequestTables } from './export-requests.ts'
import type { IdentityTables } from './identities.ts'
import type { IdentityOwnerTables } from './identity-owners.ts'
import type { MentionTables } from './mentions.ts'
import type { OperatorActionTables } from './operator-actions.ts'
import type { PaymentRequestTables } from './payment-requests.ts'
import type { QuestionTables } from './questions.ts'
import type { ReconciliationTables } from './reconciliation.ts'
import type { RecordTables } from './records.ts'
import type { RevealTables } from './reveals.ts'
import type { ReviewTables } from './review.ts'
import type { SessionTables } from './sessions.ts'
import type { StaffDraftTables } from './staff-drafts.ts'
import type { StaffSettingsTables } from './staff-settings.ts'
import type { SubjectAccessTables } from './subject-access-requests.ts'

/** All tables. Times are integer milliseconds since 1970 (UTC); JSON and encrypted values are text. */
export interface DatabaseSchema
  extends RecordTables,
    ReviewTables,
    QuestionTables,
    MentionTables,
    OperatorActionTables,
    ReconciliationTables,
    AuditChainTables,
    IdentityOwnerTables,
    SubjectAccessTables,
    CallerCheckTables,
    IdentityTables,
    DocumentTables,
    ExportRequestTables,
    SessionTables,
    StaffDraftTables,
    StaffSettingsTables,
    RevealTables,
    PaymentRequestTables,
    ApiKeyTables {
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
