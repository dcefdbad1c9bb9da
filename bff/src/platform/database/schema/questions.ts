import type { Generated } from 'kysely'

/** Questions from one role to another. Names and texts of staff are sealed; times are ms since 1970 (UTC). */
export interface QuestionSchema {
  handovers: {
    id: string
    environment: string
    merchant: string
    subject_kind: 'transaction' | 'customer'
    /** A transaction's id or a customer's handle. */
    subject_id: string
    /** The role that is asked. */
    desk: 'finance' | 'compliance'
    issuer: string
    subject: string
    name: string
    sealed_question: string
    at: number
    answer: 'yes' | 'no' | 'text' | null
    sealed_answer: string | null
    answered_issuer: string | null
    answered_subject: string | null
    answered_name: string | null
    answered_at: number | null
    /** When the one who asked listed the answer for the first time. */
    seen_at: number | null
    version: Generated<number>
  }
}
