/** Keys of the merchant's systems. Names of staff are sealed; times are ms since 1970 (UTC). */
export interface SystemSchema {
  systems: {
    id: string
    environment: string
    merchant: string
    label: string
    /** JSON array of scopes. */
    scopes: string
    /** Keyed hash of the key. */
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
}
