import type { Generated } from 'kysely'

/**
 * Work on transactions in review. Times are integer milliseconds since 1970 (UTC) by Paydesk's clock,
 * booleans are 1 and 0. Names of staff, notes, comments, drafts and snapshots are encrypted.
 */
export interface ReviewTables {
  /**
   * Cases, one row per stay in review. Columns that the queue filters and sorts by are copied from the
   * transaction.
   */
  review_cases: {
    seq: Generated<number>
    environment: string
    transaction_id: string
    merchant: string
    customer: string | null
    kind: 'manual' | 'piv' | 'risk' | 'hold' | 'task'
    /**
     * Steps that wait for a person: `kyc`, `docs`, `piv`, separated by commas, in this order; may be empty.
     */
    concerns: string
    state: string
    compound: string | null
    amount_minor: number | null
    currency: string | null
    test: number | null
    expires_at: number | null
    /** `kyc_state` of the record. */
    kyc: string | null
    /** Bounds of the time at which the transaction came under review. */
    since_from: number | null
    since_to: number
    /** Time by which the SLA expects a decision. */
    due_at: number
    /** Rules that require an approval for any decision, separated by commas; empty if there is none. */
    second: string
    version: Generated<number>
    claim_issuer: string | null
    claim_subject: string | null
    claim_name: string | null
    /** End of the claim, by the database clock; 0 if the case is not claimed. */
    claim_until: Generated<number>
    snoozed_until: Generated<number>
    last_note: number | null
    /** Decision that waits for approval or for the payment service. */
    decision: string | null
    decision_status: 'waiting' | 'confirmed' | null
    /** Time at which the transaction left review, and its state then; null while the case is in the queue. */
    ended_at: number | null
    ended_state: string | null
  }
  review_notes: {
    seq: Generated<number>
    environment: string
    transaction_id: string
    at: number
    issuer: string
    subject: string
    name: string
    what: 'note' | 'take_over' | 'snooze' | 'sent_back'
    sealed: string
  }
  /** Claims of cases, for the timeline and the inbox. Times are by the database clock. */
  review_claims: {
    seq: Generated<number>
    environment: string
    transaction_id: string
    /** Case (`review_cases.seq`). */
    item: number
    issuer: string
    subject: string
    name: string
    started_at: number
    /** End of the lease; a claim with an earlier `ended_at` ended before. */
    until: number
    ended_at: number | null
    ending: 'released' | 'taken_over' | null
  }
  /** Cases that a person has open: the record as shown to that person, and the typed draft. */
  review_drafts: {
    environment: string
    transaction_id: string
    issuer: string
    subject: string
    opened_at: number
    record_hash: string
    sealed_record: string
    draft: string | null
  }
  decisions: {
    id: string
    environment: string
    transaction_id: string
    merchant: string
    concerns: string
    verdict: 'accept' | 'reject' | 'cancel'
    reason: string
    sealed_text: string
    ticket: string | null
    issuer: string
    subject: string
    name: string
    at: number
    state: string
    record_hash: string
    /** Record as shown to the maker of the decision; null once its retention period is over. */
    sealed_record: string | null
    /** Rules that required an approval, separated by commas. */
    needed: string
    status: 'waiting' | 'confirmed' | 'refused' | 'sent_back' | 'withdrawn' | 'expired' | 'overtaken'
    /** 1 while the decision waits for approval or for the payment service; at most one per transaction. */
    live: number
    expires_at: number | null
    approval_issuer: string | null
    approval_subject: string | null
    approval_name: string | null
    approval_at: number | null
    approval_answer: 'confirm' | 'refuse' | 'send_back' | null
    approval_text: string | null
    withdrawn_at: number | null
    /** Person who withdrew the decision; null if not withdrawn. The maker withdraws without a comment. */
    withdrawn_issuer: string | null
    withdrawn_subject: string | null
    withdrawn_name: string | null
    withdrawn_text: string | null
    follow_up: 'waiting' | 'followed' | 'not_followed' | 'opposite' | null
    outcome_from: number | null
    outcome_to: number | null
    outcome_state: string | null
    version: Generated<number>
  }
}
