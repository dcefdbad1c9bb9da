import type { Generated } from 'kysely'

/** What was asked to be seen in clear, and by whom: no values. Times are integer milliseconds since 1970 (UTC). */
export interface RevealSchema {
  /** One row for each reveal that was begun, a day long: what the budget and the alerts count. */
  reveals: {
    seq: Generated<number>
    at: number
    environment: string
    issuer: string
    subject: string
    /** The customer's handle, or a transaction's id where its customer is not known here. */
    about: string
  }
  /** Somebody did it unusually often. */
  reveal_alerts: {
    id: string
    environment: string
    issuer: string
    subject: string
    why: 'pace' | 'customers'
    at: number
    reveals: number
    customers: number
    seen_issuer: string | null
    seen_subject: string | null
    seen_at: number | null
  }
  /** What a person asked for before they went to prove who they are, sealed; for some minutes, of one session. */
  kept_asks: {
    session_hash: string
    kind: string
    sealed: string
    at: number
  }
}
