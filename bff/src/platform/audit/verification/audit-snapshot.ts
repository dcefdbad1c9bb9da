export type ColumnValue = string | number | null

/** One entry as it lies there: number, hash of the one before, own hash, then the columns of `columns`. */
export type StoredEntry = readonly ColumnValue[]

/** There is nothing to read. The message is for whoever runs the command. */
export class AuditLogMissingError extends Error {}

/** A database at one moment, read-only. */
export interface AuditSnapshot {
  /** Names of the columns of `audit`. */
  readonly columns: readonly string[]
  /** A text as it stands in a statement. */
  quote(text: string): string
  all(sql: string): Promise<readonly StoredEntry[]>
  /** Rows in groups of about so many; memory stays flat however slowly they are taken. */
  groups(sql: string, size: number): AsyncIterable<readonly StoredEntry[]>
  close(): Promise<void>
}
