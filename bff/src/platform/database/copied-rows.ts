import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { BackupError } from './backup.ts'
import type { StoreOptions } from './database.ts'

/** Tables whose rows are counted in a copy and in the database restored from the copy. */
const countedTables = ['transactions', 'notification_queue', 'review_cases', 'decisions', 'audit'] as const

export interface CopiedRowCounts {
  readonly rows: Readonly<Record<string, number>>
  /** Time of the newest audit entry (ms since 1970); null if there is none. */
  readonly newestAt: number | null
}

const statement = `select ${countedTables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')},
  (select max(time_ms) from audit) as newest`

function parseCounts({ newest, ...counts }: Readonly<Record<string, unknown>>): CopiedRowCounts {
  return {
    rows: Object.fromEntries(Object.entries(counts).map(([table, count]) => [table, Number(count)])),
    newestAt: newest === null ? null : Number(newest),
  }
}

/** SQLSTATE undefined_table, and the words of SQLite, whose code says no more than that the statement is wrong. */
const isWithoutTable = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === '42P01') || /^no such table/.test(error.message))

/**
 * Replaces an SQL error about a missing table: the database belongs to another program, or to a Paydesk that has
 * never started.
 */
const describeCountFailure = (error: unknown) =>
  isWithoutTable(error)
    ? new BackupError('The database does not have the tables of Paydesk: the first start makes them.')
    : error

/** Counts the rows of an embedded database, which is this file. Throws `BackupError` if it is not one of Paydesk. */
export function countSqliteFileRows(file: string): CopiedRowCounts {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return parseCounts(database.prepare(statement).get() ?? {})
  } catch (error) {
    throw describeCountFailure(error)
  } finally {
    database.close()
  }
}

/**
 * Counts the rows of PostgreSQL as the transaction of this connection sees them. Throws `BackupError` if it is not a
 * database of Paydesk.
 */
export async function countPostgresRows(client: pg.ClientBase): Promise<CopiedRowCounts> {
  try {
    return parseCounts((await client.query(statement)).rows[0] ?? {})
  } catch (error) {
    throw describeCountFailure(error)
  }
}

/** Counts the rows of a restored database. */
export async function countRestoredRows({ dataDir, databaseUrl }: StoreOptions): Promise<CopiedRowCounts> {
  if (databaseUrl === null) return countSqliteFileRows(join(dataDir, 'paydesk.db'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await countPostgresRows(client)
  } finally {
    await client.end()
  }
}
