import type { Generated } from 'kysely'

/** Payment requests. Typed texts, payment links and secrets are encrypted; times are ms since 1970 (UTC). */
export interface PaymentRequestTables {
  payment_requests: {
    id: string
    environment: string
    merchant: string
    customer: string
    /** Keyed hash of the maker and the form: one form creates one request. */
    form: string
    status: 'draft' | 'sending' | 'created' | 'refused' | 'not_sent' | 'unknown' | 'absent'
    /**
     * `transaction.id` that Paydesk sends, unique in the environment. `reference` is unique among requests
     * that may have left.
     */
    merchant_transaction_id: string
    reference: string
    workflow: string
    amount_minor: number
    currency: string
    /** Typed values and request body, encrypted; null once an outcome of sending is recorded. */
    sealed_form: string | null
    /** Digest of the content that was reviewed. */
    reviewed: string
    maker: 'person' | 'api_key'
    /** Issuer and subject of the person; for an API key, an empty issuer and the id of the key. */
    issuer: string
    subject: string
    /** Name of the person or label of the API key, encrypted. */
    name: string
    created_at: number
    /** By the database clock. */
    sent_at: number | null
    ended_at: number | null
    /** Time of the next search at the payment service, while the outcome is unknown. */
    due_at: number | null
    /** Number of complete customer lists without the payment, read late enough to count as absence. */
    looked: Generated<number>
    transaction_id: string | null
    http_status: number | null
    /** Code of the payment service, or a code of Paydesk for the reason. */
    why: string | null
    /** JSON array of fields that the payment service refused. */
    members: string | null
    sealed_link: string | null
    sealed_secret: string | null
    expires_at: number | null
    /** Keyed hash of the token in the return URL. */
    return_lookup: string
    version: Generated<number>
  }
}
