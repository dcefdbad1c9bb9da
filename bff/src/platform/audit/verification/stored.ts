export type Value = string | number | null

/** One entry as it lies there: number, hash of the one before, own hash, then the columns of `columns`. */
export type Stored = readonly Value[]

/** There is nothing to read. The message is for whoever runs the command. */
export class NoTrail extends Error {}

/** A database at one moment, read-only. */
export interface Reading {
  /** Names of the columns of `audit`. */
  readonly columns: readonly string[]
  /** A text as it stands in a statement. */
  quoted(text: string): string
  all(sql: string): Promise<readonly Stored[]>
  /** Rows in groups of about so many; memory stays flat however slowly they are taken. */
  groups(sql: string, size: number): AsyncIterable<readonly Stored[]>
  close(): Promise<void>
}
