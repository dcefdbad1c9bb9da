import type { Generated } from 'kysely'

/**
 * Work on transactions in review. Times are integer milliseconds since 1970 (UTC) of this office, yes and
 * no are 1 and 0. Names of staff, notes, reasons in words, drafts and snapshots are sealed.
 */
export interface ReviewSchema {
  /** One row for each stay in review; what the queue filters and sorts by is copied from the index. */
  review_items: {
    seq: Generated<number>
    environment: string
    transaction_id: string
    merchant: string
    customer: string | null
    kind: 'manual' | 'piv' | 'risk' | 'hold' | 'task'
    /** `kyc`, `docs`, `piv`, by commas, in this order: steps that wait for a person; empty where none does. */
    concerns: string
    state: string
    compound: string | null
    amount_minor: number | null
    currency: string | null
    test: number | null
    expires_at: number | null
    /** The record's kyc_state. */
    kyc: string | null
    /** It came under review between these two. */
    since_from: number | null
    since_to: number
    /** By then it should be decided. */
    due_at: number
    /** Rules for a second person that hold whatever is decided, by commas; empty where none does. */
    second: string
    version: Generated<number>
    owner_issuer: string | null
    owner_subject: string | null
    owner_name: string | null
    /** The claim holds until then, by the database's clock; 0 where nobody has it. */
    owner_until: Generated<number>
    snoozed_until: Generated<number>
    last_note: number | null
    /** The decision that is waiting or that waits for the service. */
    decision: string | null
    decision_status: 'waiting' | 'confirmed' | null
    /** When it left review, and the state it left for; null while it is in the queue. */
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
  /** What one person has open: the record as they saw it, and what they typed. */
  review_desks: {
    environment: string
    transaction_id: string
    issuer: string
    subject: string
    opened_at: number
    print: string
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
    print: string
    /** What the decider saw; null once it may not be kept any longer. */
    sealed_record: string | null
    /** Rules that asked for a second person, by commas. */
    needed: string
    status: 'waiting' | 'confirmed' | 'refused' | 'sent_back' | 'withdrawn' | 'expired' | 'overtaken'
    /** 1 while it waits for the second person or for the service: one for each transaction. */
    live: number
    expires_at: number | null
    second_issuer: string | null
    second_subject: string | null
    second_name: string | null
    second_at: number | null
    second_answer: 'confirm' | 'refuse' | 'send_back' | null
    second_text: string | null
    withdrawn_at: number | null
    /** Who took it back and why; null where it was not. Words are there where it was not its maker. */
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
