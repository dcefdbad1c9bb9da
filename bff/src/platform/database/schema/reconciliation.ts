import type { Generated } from 'kysely'

/**
 * Differences between what is known of a transaction. Times are integer milliseconds since 1970 (UTC) of this
 * office. Names of staff and what they wrote are sealed.
 */
export interface ReconciliationSchema {
  /** One row for each opening; what the list shows and sorts by is copied from the index while it is open. */
  drift_items: {
    seq: Generated<number>
    id: string
    environment: string
    transaction_id: string
    merchant: string
    customer: string | null
    /** The rule's id. */
    kind: string
    state: string
    compound: string | null
    amount_minor: number | null
    currency: string | null
    /** Where the record names another customer: the one before. */
    known_as: string | null
    /** The facts came to differ between these two. */
    opened_from: number | null
    opened_to: number
    /** When a read found that they agree; null while they differ. */
    closed_at: number | null
    /** How often it was explained. */
    explained: Generated<number>
    version: Generated<number>
  }
  drift_explanations: {
    seq: Generated<number>
    /** `drift_items.id`. */
    item: string
    environment: string
    /** The first of an item is 1. */
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
