export type AuditColumnValue = string | number | null

/** Entry as stored: number, previous hash, own hash, then the values of `columns`. */
export type StoredAuditEntry = readonly AuditColumnValue[]

/** Error for a missing audit log. The message is printed for the person who runs the command. */
export class AuditLogMissingError extends Error {}

/** Read-only snapshot of a database. */
export interface AuditSnapshot {
  /** Column names of the `audit` table. */
  readonly columns: readonly string[]
  /** Quotes a text for use in a statement. */
  quote(text: string): string
  all(sql: string): Promise<readonly StoredAuditEntry[]>
  /** Yields rows in groups of about `size`, with constant memory even for a slow consumer. */
  groups(sql: string, size: number): AsyncIterable<readonly StoredAuditEntry[]>
  close(): Promise<void>
}
