import type { Generated } from 'kysely'

/** Reveals and the users who made them, without values. Times are integer milliseconds since 1970 (UTC). */
export interface RevealTables {
  /**
   * Reveals, opened documents and identity records, and exports that were begun, kept for a day: the budgets
   * and the alerts count these rows.
   */
  reveals: {
    seq: Generated<number>
    at: number
    kind: 'reveal' | 'document' | 'record' | 'export' | 'link'
    environment: string
    issuer: string
    subject: string
    /**
     * Handle of the customer, or id of the transaction if its customer is unknown to Paydesk; for an export its
     * name.
     */
    about: string
  }
  /**
   * Alerts about users who access unusually much, and about a notification with the secret of another
   * transaction; such an alert is about nobody: issuer and subject are empty.
   */
  reveal_alerts: {
    id: string
    environment: string
    issuer: string
    subject: string
    why: 'pace' | 'customers' | 'documents' | 'records' | 'exports' | 'foreign_secret'
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
