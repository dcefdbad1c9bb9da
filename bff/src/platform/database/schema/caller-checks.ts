import type { CallerClaimKind } from '@paydesk/shared/compliance/caller-verification'
import type { Generated } from 'kysely'

/** Caller verifications of the last day, counted over all instances. Stores nothing that the caller said. */
export interface CallerCheckTables {
  caller_checks: {
    seq: Generated<number>
    environment: string
    /** Handle of the customer. */
    customer: string
    kind: CallerClaimKind
    issuer: string
    subject: string
    /** ms since 1970 by the database clock. */
    at: number
    /** `open` while the answer is compared, and for good if the result of the comparison is unknown. */
    status: 'open' | 'match' | 'other' | 'empty' | 'failed' | 'refused'
  }
}
