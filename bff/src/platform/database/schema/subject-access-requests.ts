import type { Generated } from 'kysely'

/** Subject access requests. Names and texts of staff are encrypted; times are ms since 1970 (UTC). */
export interface SubjectAccessTables {
  subject_access_requests: {
    id: string
    environment: string
    merchant: string
    /** Handle of the customer. */
    customer: string
    ticket: string
    issuer: string
    subject: string
    name: string
    at: number
    /** Deadline: for the answer while the request waits, for the export once the request is confirmed. */
    until: number
    status: Generated<'waiting' | 'confirmed' | 'refused' | 'expired'>
    approval_issuer: string | null
    approval_subject: string | null
    approval_name: string | null
    approval_at: number | null
    approval_text: string | null
    downloaded_at: number | null
    approver_downloaded_at: number | null
  }
}
