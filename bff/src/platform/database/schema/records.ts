import type { Generated } from 'kysely'

/**
 * What this office has seen. Times are integer milliseconds since 1970 (UTC) of this office, yes and no
 * are 1 and 0, texts of the service are cut to their column. Nothing here holds a RID, a name or an
 * account in clear: a customer is its handle, a body is sealed.
 */
export interface RecordsSchema {
  /** Received notifications whose origin was proved, in order of arrival. */
  inbox: {
    seq: Generated<number>
    environment: string
    /** SHA-256 of the bytes: the same bytes are one row. */
    digest: string
    received_at: number
    last_at: number
    /** Deliveries of the same bytes after the first. */
    repeats: number
    /** As many of them were looked at. */
    repeats_seen: Generated<number>
    proof: 'checksum' | 'checksum_old' | 'bearer' | 'none'
    /** The bytes as they came, encrypted; without `secret` once it was looked at. */
    sealed: string
    status: Generated<'new' | 'waiting' | 'confirmed' | 'kept' | 'isolated'>
    /** Why it is isolated: a word of our own. */
    why: string | null
    tries: Generated<number>
    kind: 'transaction' | 'incoming_transfer' | 'unreadable' | null
    transaction_id: string | null
    merchant: string | null
    event: string | null
    state: string | null
    compound: string | null
    /** Its payment_amount (minor units) and how many tasks it names: set with `kind`, see known/announced.ts. */
    amount_minor: number | null
    currency: string | null
    tasks: number | null
    /** Keyed hash of its `secret`, which is then dropped. */
    secret_hash: string | null
    secret_matches: number | null
    late: Generated<number>
    effect: 'agrees' | 'changed' | 'differs' | 'not_found' | null
    confirmed_at: number | null
    /** Whether the service lists it (endpoint 4); null where it was not asked since. */
    listed: number | null
  }
  /** Every transaction seen, as the last confirmed read gave it. */
  transactions: {
    /** In order of first notice; rows that are equal in the order of a list stand in this one. */
    seq: Generated<number>
    environment: string
    id: string
    merchant: string
    /** Handle of the customer, null where the record names none. */
    customer: string | null
    merchant_transaction_id: string | null
    reference: string | null
    workflow: string | null
    state: string
    compound: string | null
    reason: string | null
    final: number
    review: number
    test: number | null
    amount_minor: number | null
    currency: string | null
    amount_source: 'notification' | 'create' | null
    expires_at: number | null
    first_seen: number
    first_source: 'read' | 'list' | 'notification' | 'create' | 'import'
    /** The last change lies between these two; null where nobody had looked before. */
    changed_from: number | null
    changed_at: number
    /** When the last read of endpoint 2 that counts began; null where only the list is known. */
    read_at: number | null
    version: number
    /** Keyed hash of the `secret` in its state record. */
    secret_hash: string | null
    /** Outstanding tasks that the newest notification named. */
    tasks: number | null
    finality: 'open' | 'unproved' | 'two_reads' | 'proved'
    /** The first read that gave the final state. */
    final_read_at: number | null
    /** The notification and the read after it that agree. */
    proof_inbox_seq: number | null
    proof_read_at: number | null
    /**
     * Notifications of it that the service must have sent (those received, and those that endpoint 4 lists
     * and nobody received), and those received; repeats left out.
     */
    sent: number | null
    received: number
    listed_at: number | null
    /** When the sweep reads it again; null where nothing is expected any more. */
    next_read_at: number | null
    /** Prints of the undocumented values that were entered in the register last: of its record, of its list. */
    record_values: string | null
    list_values: string | null
    /** 1 while the service does not know it any more. */
    gone: number
  }
  observations: {
    seq: Generated<number>
    environment: string
    transaction_id: string
    version: number
    what: 'first_seen' | 'state' | 'amount' | 'expiry' | 'finality' | 'gone' | 'back' | 'gap' | 'event'
    source: 'read' | 'list' | 'notification' | 'create' | 'import'
    from_at: number | null
    to_at: number
    before_value: string | null
    after_value: string | null
    /** compound_state beside a state. */
    compound: string | null
    inbox_seq: number | null
  }
  /** Transactions to be read as soon as their turn comes; one row each, however often it was asked. */
  due_reads: {
    environment: string
    transaction_id: string
    /** 0 notification, 1 a staff read that differs, 2 import, 3 sweep. */
    priority: number
    due_at: number
    /** Rises with each ask: a read settles the asks that came before it began, not those after. */
    asked: number
    /** Reads that failed, that did not find it, and that our own code failed at. */
    tries: number
    missed: number
    thrown: number
    /** 1 where endpoint 4 is to be asked as well. */
    with_list: number
    asked_at: number
  }
  sweeps: {
    seq: Generated<number>
    environment: string
    holder: string
    started_at: number
    ended_at: number | null
    read_count: number
    changed: number
    failed: number
  }
  /** Who may do what only one instance does at a time; `until` by the database's own clock. */
  leases: { name: string; holder: string; term: number; until: number }
  /** What the live stream tells, in order of commit. */
  changes: {
    seq: Generated<number>
    at: number
    environment: string
    merchant: string | null
    kind:
      | 'transaction'
      | 'notification'
      | 'sweep'
      | 'import'
      | 'register'
      | 'review'
      | 'decision'
      | 'handover'
      | 'drift'
      /** A difference that is told only to whoever sees every kind of them. */
      | 'drift_every'
      /** Told to whoever lists everybody's sessions, and to the person alone under a name of theirs. */
      | 'session'
      | 'session_own'
      | 'glass'
      | 'reveal_alert'
      | 'request'
      | 'system'
      | 'download'
      | 'subject'
    subject_id: string
    version: number
  }
  unknown_values: {
    environment: string
    /** Whose transaction it was seen on; empty where nobody knows. */
    merchant: string
    place: string
    value: string
    first_seen: number
    last_seen: number
    times: number
    first_on: string | null
  }
  /** Refused notifications are counted by day (UTC, `2026-01-31`), never stored. */
  refused_notifications: { environment: string; day: string; reason: string; times: number; last_at: number }
  imports: {
    id: string
    environment: string
    of: 'rid' | 'transaction'
    made_by: 'page' | 'command'
    actor_subject: string | null
    status: 'running' | 'done' | 'stopped'
    started_at: number
    ended_at: number | null
    lines: number
    done: number
    added: number
    refused: number
  }
  import_lines: {
    seq: Generated<number>
    import_id: string
    line: number
    merchant: string | null
    /** The id, encrypted; null once it was refused. A line that was worked on is removed. */
    sealed: string | null
    /** `asked`: its transaction is among the reads that are due. */
    status: 'waiting' | 'asked' | 'refused'
    why: string | null
  }
  saved_views: {
    id: string
    issuer: string
    subject: string
    environment: string
    /** Whose filter it is. */
    page: 'transactions' | 'review'
    name: string
    filter: string
    created_at: number
  }
  /** Notifications that a person had worked on again, with the reason (encrypted) and both results. */
  reprocessings: {
    seq: Generated<number>
    environment: string
    inbox_seq: number
    at: number
    issuer: string
    subject: string
    reason: string
    ticket: string | null
    before_effect: string | null
    after_effect: string | null
  }
}
