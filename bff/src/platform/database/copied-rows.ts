import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { StoreOptions } from './database.ts'

/** Tables whose rows a restore counts, for a comparison with what one expects. */
const countedTables = ['transactions', 'notification_queue', 'review_cases', 'decisions', 'audit'] as const

interface CopiedRows {
  readonly rows: Readonly<Record<string, number>>
  /** Time of the newest audit entry (ms since 1970); null if there is none. */
  readonly newestAt: number | null
}

const statement = `select ${countedTables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')},
  (select max(time_ms) from audit) as newest`

async function readCounts({ dataDir, databaseUrl }: StoreOptions): Promise<Record<string, unknown>> {
  if (databaseUrl === null) {
    const database = new DatabaseSync(join(dataDir, 'paydesk.db'), { readOnly: true })
    try {
      return database.prepare(statement).get() ?? {}
    } finally {
      database.close()
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows[0] ?? {}
  } finally {
    await client.end()
  }
}

/** Counts the rows of a restored database. */
export async function countCopiedRows(where: StoreOptions): Promise<CopiedRows> {
  const { newest, ...counts } = await readCounts(where)
  return {
    rows: Object.fromEntries(Object.entries(counts).map(([table, count]) => [table, Number(count)])),
    newestAt: newest === null ? null : Number(newest),
  }
}
