import type { Generated } from 'kysely'

/** Observations of identity records. Times are integer milliseconds since 1970 (UTC) by Paydesk's clock. */
export interface IdentityTables {
  /** Identities named by customers: one row per handle of an identity that a user has opened. */
  identity_links: {
    identity: string
    environment: string
    merchant: string
    /** Handle of the customer. */
    customer: string
    /** Keyed hash of the identity's id: finds equal ids, but does not reveal the id. */
    lookup: string
  }
  /** Observed values of `kyc_state`, one row per change. */
  identity_kyc_states: {
    seq: Generated<number>
    environment: string
    /** Handle of the identity. */
    identity: string
    /** Null if no value was provided or the value is no code. */
    kyc_state: string | null
    source: 'identity' | 'state'
    first_at: number
    last_at: number
  }
}
