import type { Generated } from 'kysely'

/** Questions to another role. Names and texts of staff are encrypted; times are ms since 1970 (UTC). */
export interface QuestionTables {
  questions: {
    id: string
    environment: string
    merchant: string
    subject_kind: 'transaction' | 'customer'
    /** Id of a transaction or handle of a customer. */
    subject_id: string
    /** Role that is asked. */
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
    /** Time at which the asker first listed the answer. */
    seen_at: number | null
    version: Generated<number>
  }
}
