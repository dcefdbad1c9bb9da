import type { Generated } from 'kysely'

/** Requests to the service that carry out decisions. Times are integer milliseconds since 1970 (UTC). */
export interface OperatorActionSchema {
  operator_actions: {
    id: string
    environment: string
    transaction_id: string
    merchant: string
    decision_id: string
    action: 'accept_task' | 'reject_task' | 'cancel'
    /** `task/<id>` or `transaction/<id>`, the ids by their form; null where there is nothing to ask for. */
    target: string | null
    status: 'planned' | 'sending' | 'answered' | 'refused' | 'unknown' | 'not_sent'
    /** Why nothing was sent: a word of our own. */
    why: string | null
    /** How often it was tried and provably never left. */
    tries: Generated<number>
    planned_at: number
    /** It is not sent before. */
    due_at: number
    /** Committed before the request leaves. By the database's clock, as `due_at` is compared with. */
    sent_at: number | null
    answered_at: number | null
    http_status: number | null
    code: string | null
    /** Which instance sent it. */
    instance: string | null
  }
}
