import type { Generated } from 'kysely'

/** Mentions of colleagues in notes. Times are integer milliseconds since 1970 (UTC); names are encrypted. */
export interface MentionsSchema {
  /** Staff as they were at their last sign-in. */
  staff: {
    handle: string
    issuer: string
    subject: string
    name: string
    /** Names of roles, separated by commas. */
    roles: string
    /** JSON; null for staff who work for every merchant. */
    merchants: string | null
    seen_at: number
  }
  /** Mentions, one row per person that a note names. */
  review_mentions: {
    seq: Generated<number>
    environment: string
    /** Case (`review_cases.seq`) and its note (`review_notes.seq`). */
    item: number
    note: number
    issuer: string
    subject: string
    name: string
    at: number
    /** Time at which the mentioned person opened the case; null until then. */
    seen_at: number | null
  }
}
