import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { StoreOptions } from './database.ts'

/** Tables whose rows are counted in a copy and in what was restored from it. */
const countedTables = ['transactions', 'notification_queue', 'review_cases', 'decisions', 'audit'] as const

export interface CopiedRows {
  readonly rows: Readonly<Record<string, number>>
  /** Time of the newest audit entry (ms since 1970); null if there is none. */
  readonly newestAt: number | null
}

const statement = `select ${countedTables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')},
  (select max(time_ms) from audit) as newest`

function parseCounts({ newest, ...counts }: Readonly<Record<string, unknown>>): CopiedRows {
  return {
    rows: Object.fromEntries(Object.entries(counts).map(([table, count]) => [table, Number(count)])),
    newestAt: newest === null ? null : Number(newest),
  }
}

/** Counts the rows of an embedded database, which is this file. */
export function countFileRows(file: string): CopiedRows {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return parseCounts(database.prepare(statement).get() ?? {})
  } finally {
    database.close()
  }
}

/** Counts the rows of PostgreSQL as the transaction of this connection sees them. */
export async function countServerRows(client: pg.ClientBase): Promise<CopiedRows> {
  return parseCounts((await client.query(statement)).rows[0] ?? {})
}

/** Counts the rows of a restored database. */
export async function countRestoredRows({ dataDir, databaseUrl }: StoreOptions): Promise<CopiedRows> {
  if (databaseUrl === null) return countFileRows(join(dataDir, 'paydesk.db'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await countServerRows(client)
  } finally {
    await client.end()
  }
}
