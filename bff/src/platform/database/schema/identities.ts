import type { Generated } from 'kysely'

/** What this office noted of identity records. Times are integer milliseconds since 1970 (UTC) of this office. */
export interface IdentitySchema {
  /** Which customers name which identity: one row for each handle of an identity that somebody opened. */
  identity_links: {
    identity: string
    environment: string
    merchant: string
    /** Handle. */
    customer: string
    /** Keyed hash of the identity's id: equal ids are found by it, none is read back. */
    lookup: string
  }
  /** What was seen as the `kyc_state` of an identity, one row for each time it was another one. */
  identity_kyc: {
    seq: Generated<number>
    environment: string
    /** Handle. */
    identity: string
    /** Null where none was given or where it is no code. */
    kyc_state: string | null
    source: 'identity' | 'state'
    first_at: number
    last_at: number
  }
}
