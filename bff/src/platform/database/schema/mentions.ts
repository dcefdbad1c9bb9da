import type { Generated } from 'kysely'

/**
 * Mentions of colleagues in notes, and marks of inbox entries. Times are integer milliseconds since 1970 (UTC); names
 * are encrypted.
 */
export interface MentionTables {
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
    /** Time of the first sign-in; null if a version without this column has written the row. */
    first_seen_at: number | null
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
  /**
   * Inbox entries that a person has marked as read or unread; an entry without a row is read if its own record
   * says so.
   */
  inbox_marks: {
    environment: string
    issuer: string
    subject: string
    /** Kind of the entry and id of its record. */
    entry: string
    /** 1 if read, 0 if marked as unread. */
    is_read: number
    /** Time of the mark. */
    at: number
  }
}
