import type { Generated } from 'kysely'

/** Subject access requests. Names and texts of staff are encrypted; times are ms since 1970 (UTC). */
export interface SubjectRequestSchema {
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
    second_issuer: string | null
    second_subject: string | null
    second_name: string | null
    second_at: number | null
    second_text: string | null
    taken_at: number | null
    second_taken_at: number | null
  }
}
