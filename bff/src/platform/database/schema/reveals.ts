import type { Generated } from 'kysely'

/** Reveals and the users who made them, without values. Times are integer milliseconds since 1970 (UTC). */
export interface RevealSchema {
  /** Reveals that were begun, kept for a day: the budget and the alerts count these rows. */
  reveals: {
    seq: Generated<number>
    at: number
    environment: string
    issuer: string
    subject: string
    /** Handle of the customer, or id of the transaction if its customer is unknown to Paydesk. */
    about: string
  }
  /** Alerts about users who reveal unusually often. */
  reveal_alerts: {
    id: string
    environment: string
    issuer: string
    subject: string
    why: 'pace' | 'customers'
    at: number
    reveals: number
    customers: number
    acknowledged_issuer: string | null
    acknowledged_subject: string | null
    acknowledged_at: number | null
  }
  /** Requests saved while a user re-authenticates, encrypted; kept for some minutes per session. */
  pending_reveals: {
    session_hash: string
    kind: string
    sealed: string
    at: number
  }
}
