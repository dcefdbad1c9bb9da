import type { Generated } from 'kysely'

/** Payment requests of this office. Typed texts, addresses and secrets are sealed; times are ms since 1970 (UTC). */
export interface PaymentRequestSchema {
  payment_requests: {
    id: string
    environment: string
    merchant: string
    customer: string
    /** Keyed hash of who made it and the form it was made with: one request of each. */
    form: string
    status: 'draft' | 'sending' | 'created' | 'refused' | 'not_sent' | 'unknown' | 'absent'
    /** Our `transaction.id`, and the reference; each once in an environment. */
    merchant_transaction_id: string
    reference: string
    workflow: string
    amount_minor: number
    currency: string
    /** What was typed and the body as it is sent; null once it is created or its time is over. */
    sealed_typed: string | null
    /** What was reviewed, by its digest. */
    reviewed: string
    maker: 'person' | 'system'
    /** Of a person: issuer and subject; of a system: empty and its id. */
    issuer: string
    subject: string
    /** Name of the person or label of the system, sealed. */
    name: string
    made_at: number
    /** By the database's clock. */
    sent_at: number | null
    ended_at: number | null
    /** When it is looked for next, while nobody knows what became of it. */
    due_at: number | null
    /** Lists of the customer that were read in full without finding it, once it could be absent. */
    looked: Generated<number>
    transaction_id: string | null
    http_status: number | null
    /** The service's code, or a word of ours for why. */
    why: string | null
    /** JSON array of members that were not taken. */
    members: string | null
    sealed_address: string | null
    sealed_secret: string | null
    expires_at: number | null
    /** Keyed hash of the token in the return address. */
    return_lookup: string
    version: Generated<number>
  }
}
