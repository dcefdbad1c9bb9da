import type { Generated } from 'kysely'

/** Colleagues who name each other in notes. Times are integer milliseconds since 1970 (UTC); names are sealed. */
export interface MentionsSchema {
  /** Members of staff as they were when they last signed in. */
  staff: {
    handle: string
    issuer: string
    subject: string
    name: string
    /** Names of roles, by commas. */
    roles: string
    /** JSON; null where they work for every merchant. */
    merchants: string | null
    seen_at: number
  }
  /** One row for each person whom a note names. */
  review_mentions: {
    seq: Generated<number>
    environment: string
    /** The stay in review (`review_items.seq`) and the note beside it (`review_notes.seq`). */
    item: number
    note: number
    issuer: string
    subject: string
    name: string
    at: number
    /** When they opened the item; null until then. */
    seen_at: number | null
  }
}
