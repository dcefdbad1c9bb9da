import type { Generated } from 'kysely'

/**
 * Our records. Times are integer milliseconds since 1970 (UTC) by Paydesk's clock, booleans are 1 and 0,
 * texts of the payment service are truncated to their column. No RID, name or account is stored in clear: a
 * customer is stored as a handle, a body is encrypted.
 */
export interface RecordTables {
  /**
   * Notification queue: received notifications whose origin was checked as configured, in the order in which
   * they came.
   */
  notification_queue: {
    seq: Generated<number>
    environment: string
    /** SHA-256 of the bytes: identical bytes share one row. */
    digest: string
    received_at: number
    last_at: number
    /** Deliveries of the same bytes after the first. */
    repeats: number
    /** Number of repeats that were processed. */
    repeats_processed: Generated<number>
    proof: 'checksum' | 'checksum_old' | 'bearer' | 'none'
    /** Received bytes, encrypted; `secret` is removed once the notification is processed. */
    sealed: string
    status: Generated<'new' | 'waiting' | 'confirmed' | 'stored' | 'isolated'>
    /** Reason for the isolation, as a code of Paydesk. */
    why: string | null
    tries: Generated<number>
    kind: 'transaction' | 'incoming_transfer' | 'unreadable' | null
    transaction_id: string | null
    merchant: string | null
    event: string | null
    state: string | null
    compound: string | null
    /** Payment amount (minor units) and number of tasks; set with `kind`, see notification-columns.ts. */
    amount_minor: number | null
    currency: string | null
    /** Amount and currency as received, if they are a number in another form than the interface documents. */
    amount_text: string | null
    currency_text: string | null
    tasks: number | null
    /** Keyed hash of the notification's `secret`, which is then dropped. */
    secret_hash: string | null
    secret_matches: number | null
    late: Generated<number>
    effect: 'agrees' | 'changed' | 'differs' | 'not_found' | null
    confirmed_at: number | null
    /** 1 if the payment service lists the notification; null if endpoint 4 was not read since its arrival. */
    listed: number | null
  }
  /** Transactions that Paydesk knows, as the last confirmed read returned them. */
  transactions: {
    /** Order of first notice; breaks ties between rows that are equal in the order of a list. */
    seq: Generated<number>
    environment: string
    id: string
    merchant: string
    /** Handle of the customer; null if the record names no customer. */
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
    /** As in `notification_queue`, while no amount is known in the documented form. */
    amount_text: string | null
    currency_text: string | null
    expires_at: number | null
    first_seen: number
    first_source: 'read' | 'list' | 'notification' | 'create' | 'import'
    /** Bounds of the last change; `changed_from` is null if there was no earlier read. */
    changed_from: number | null
    changed_at: number
    /** Start of the last read of endpoint 2 that counts; null if the transaction is known from lists only. */
    read_at: number | null
    version: number
    /** Keyed hash of the `secret` in the state record. */
    secret_hash: string | null
    /** Number of outstanding tasks in the newest notification. */
    tasks: number | null
    finality: 'open' | 'unconfirmed' | 'confirmed_by_second_read' | 'confirmed'
    /** Time of the first read that returned the final state. */
    final_read_at: number | null
    /** Notification of the final state; `proof_read_at` is the later read that agrees with it. */
    proof_notification_seq: number | null
    proof_read_at: number | null
    /**
     * Number of notifications that the payment service must have sent: those received, and those that
     * endpoint 4 lists but Paydesk did not receive. `received` counts those received. Repeats are not
     * counted.
     */
    sent: number | null
    received: number
    listed_at: number | null
    /** Time of the next sync read; null if no further change is expected. */
    next_read_at: number | null
    /** Fingerprints of the undocumented values that were recorded last: of the record, of the list. */
    record_values: string | null
    list_values: string | null
    /** 1 while the payment service no longer knows the transaction. */
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
    /** `compound_state` that belongs to an observed state. */
    compound: string | null
    notification_seq: number | null
  }
  /** Read queue: one row per transaction, no matter how often a read was requested. */
  read_queue: {
    environment: string
    transaction_id: string
    /** 0 notification, 1 staff read that differs from our records, 2 import, 3 sync. */
    priority: number
    due_at: number
    /** Incremented by each request: a read settles the requests made before it began, not later requests. */
    asked: number
    /** Number of failed reads; `missed`: transaction not found; `thrown`: failure of Paydesk's own code. */
    tries: number
    missed: number
    thrown: number
    /** 1 if endpoint 4 must be read as well. */
    with_list: number
    requested_at: number
  }
  sync_runs: {
    seq: Generated<number>
    environment: string
    holder: string
    started_at: number
    ended_at: number | null
    read_count: number
    changed: number
    failed: number
  }
  /** Leases for work that only one instance may do at a time; `until` is by the database clock. */
  leases: { name: string; holder: string; term: number; until: number }
  /** Events of the live stream, in order of commit. */
  changes: {
    seq: Generated<number>
    at: number
    environment: string
    merchant: string | null
    kind:
      | 'transaction'
      | 'notification'
      | 'sync'
      | 'import'
      | 'undocumented_value'
      | 'review'
      | 'decision'
      | 'question'
      | 'discrepancy'
      /** Discrepancy, sent only to users who see discrepancies of every kind. */
      | 'discrepancy_every'
      /**
       * Session, sent to users who list all sessions; `session_own`: sent to the user of the session only.
       */
      | 'session'
      | 'session_own'
      | 'break_glass'
      | 'reveal_alert'
      | 'payment_request'
      | 'api_key'
      | 'download'
      | 'subject_access'
      | 'export_request'
      | 'inbox'
    subject_id: string
    version: number
  }
  undocumented_values: {
    environment: string
    /** Merchant of the transaction that had the value; empty if unknown. */
    merchant: string
    place: string
    value: string
    first_seen: number
    last_seen: number
    times: number
    first_transaction: string | null
  }
  /** Rejected notifications, counted by day (UTC, `2026-01-31`) and never stored. */
  rejected_notifications: { environment: string; day: string; reason: string; times: number; last_at: number }
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
    /** Id, encrypted; null once the line was rejected. Processed lines are deleted. */
    sealed: string | null
    /** `asked`: the transaction is in the read queue. */
    status: 'waiting' | 'asked' | 'refused'
    why: string | null
  }
  saved_views: {
    id: string
    issuer: string
    subject: string
    environment: string
    /** Page that the filter belongs to. */
    page: 'transactions' | 'review'
    name: string
    filter: string
    created_at: number
    /** Place among the own views of the page; views with the same place follow by name. */
    position: Generated<number>
    /** Role whose members see the view; null for a private one. */
    shared_role: string | null
    /** Time (ms) since which the view is gone; it can be restored for some minutes. */
    removed_at: number | null
  }
  /** Notifications that staff reprocessed, with the reason (encrypted) and both results. */
  notification_reprocessings: {
    seq: Generated<number>
    environment: string
    notification_seq: number
    at: number
    issuer: string
    subject: string
    reason: string
    ticket: string | null
    before_effect: string | null
    after_effect: string | null
  }
}
