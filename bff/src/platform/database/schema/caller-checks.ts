import type { CallerClaimKind } from '@paydesk/shared/compliance/caller-claim'
import type { Generated } from 'kysely'

/** Checks of callers of the last day, to be counted over all instances: nothing of what was said. */
export interface CallerCheckSchema {
  caller_checks: {
    seq: Generated<number>
    environment: string
    /** Handle. */
    customer: string
    kind: CallerClaimKind
    issuer: string
    subject: string
    /** ms since 1970 by the database's own clock. */
    at: number
    /** `open` while it is being compared, and where nobody knows how it ended. */
    status: 'open' | 'match' | 'other' | 'empty' | 'failed' | 'refused'
  }
}
