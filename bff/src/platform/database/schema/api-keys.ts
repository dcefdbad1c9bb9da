/** Keys of the merchant's systems. Names of staff are sealed; times are ms since 1970 (UTC). */
export interface ApiKeySchema {
  systems: {
    id: string
    environment: string
    merchant: string
    label: string
    /** JSON array of scopes. */
    scopes: string
    /** Keyed hash of the key; made anew under the current data key when the key is used. */
    lookup: string
    /** Its first letters. */
    begins: string
    issuer: string
    subject: string
    name: string
    made_at: number
    ends_at: number
    used_at: number | null
    revoked_at: number | null
    revoked_issuer: string | null
    revoked_subject: string | null
    revoked_name: string | null
  }
  /** What a system asked for under an idempotency key: one payment, however often it asks. */
  system_calls: {
    system: string
    /** Hash of the idempotency key; under no data key, so that it is found when those are replaced. */
    lookup: string
    /** Keyed hash of what was asked for. */
    digest: string
    /** The payment request; null while none was kept. */
    request: string | null
    /** Counts up where a sending provably did not leave. */
    nth: number
    at: number
  }
}
