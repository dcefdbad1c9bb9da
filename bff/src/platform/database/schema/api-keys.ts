/** API keys of the merchant's systems. Names of staff are encrypted; times are ms since 1970 (UTC). */
export interface ApiKeyTables {
  api_keys: {
    id: string
    environment: string
    merchant: string
    label: string
    /** JSON array of scopes. */
    scopes: string
    /** Keyed hash of the API key; recomputed under the current data key when the API key is used. */
    lookup: string
    /** First characters of the API key. */
    begins: string
    issuer: string
    subject: string
    name: string
    created_at: number
    expires_at: number
    last_used_at: number | null
    revoked_at: number | null
    revoked_issuer: string | null
    revoked_subject: string | null
    revoked_name: string | null
  }
  /** Idempotency records of API calls: repeated calls with one idempotency key create one payment. */
  api_requests: {
    system: string
    /** Hash of the idempotency key, without a data key, so that key rotation does not lose the row. */
    lookup: string
    /** Keyed hash of the requested content. */
    digest: string
    /** Id of the payment request; null while none is stored. */
    request: string | null
    /** Attempt number; incremented if an attempt provably did not leave Paydesk. */
    nth: number
    at: number
  }
}
