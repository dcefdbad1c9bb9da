import type { Generated } from 'kysely'

/** Requests to the payment service that carry out decisions. Times are ms since 1970 (UTC). */
export interface OperatorActionTables {
  operator_actions: {
    id: string
    environment: string
    transaction_id: string
    merchant: string
    decision_id: string
    action: 'accept_task' | 'reject_task' | 'cancel'
    /** `task/<id>` or `transaction/<id>`, with ids of a valid form; null if there is nothing to request. */
    target: string | null
    status: 'planned' | 'sending' | 'answered' | 'refused' | 'unknown' | 'not_sent'
    /** Reason why nothing was sent, as a code of Paydesk. */
    why: string | null
    /** Number of attempts that provably never left Paydesk. */
    tries: Generated<number>
    planned_at: number
    /** Earliest time at which the request is sent. */
    due_at: number
    /**
     * Committed before the request leaves. By the database clock, which `due_at` is compared with as well.
     */
    sent_at: number | null
    answered_at: number | null
    http_status: number | null
    code: string | null
    /** Instance that sent the request. */
    instance: string | null
  }
}
