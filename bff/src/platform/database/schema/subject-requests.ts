import type { Generated } from 'kysely'

/** Requests for what a customer may ask for. Names and texts of staff are sealed; times are ms since 1970 (UTC). */
export interface SubjectRequestSchema {
  subject_requests: {
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
    /** While it waits: until then it can be answered; once confirmed: until then it can be taken. */
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
