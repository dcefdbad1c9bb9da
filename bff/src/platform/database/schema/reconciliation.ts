import type { Generated } from 'kysely'

/**
 * Discrepancies between the facts known about a transaction. Times are integer milliseconds since 1970 (UTC)
 * by Paydesk's clock. Names and comments of staff are encrypted.
 */
export interface ReconciliationTables {
  /** Discrepancies, one row per opening. Columns of the list are copied from the transaction while open. */
  discrepancies: {
    seq: Generated<number>
    id: string
    environment: string
    transaction_id: string
    merchant: string
    customer: string | null
    /** Id of the rule. */
    kind: string
    state: string
    compound: string | null
    amount_minor: number | null
    currency: string | null
    /** Handle of the previous customer, if the record now names another customer. */
    previous_customer: string | null
    /** Bounds of the time at which the facts began to differ. */
    opened_from: number | null
    opened_to: number
    /** Time at which a read found that the facts agree; null while they differ. */
    closed_at: number | null
    /** Number of explanations. */
    explained: Generated<number>
    version: Generated<number>
  }
  discrepancy_explanations: {
    seq: Generated<number>
    /** `discrepancies.id`. */
    item: string
    environment: string
    /** Number of the explanation within its discrepancy, from 1. */
    nth: number
    at: number
    issuer: string
    subject: string
    name: string
    reason: string
    sealed_text: string | null
    ticket: string | null
  }
}
