import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Stack } from '../stack/start.ts'
import type { Exit } from './haystack.ts'

/** What the index holds in clear: states, times and the merchant's own ids; of steps what nobody documented. */
export const indexed =
  /^(identity\.kyc_state|list\.data\[\d+\]\.(state|transaction_state|workflow)|state\.(state|compound_state|expires_at|workflow_state\.\w+|identity\.kyc_state|original_message\.(transaction_id|reference)))$/

/** Every file under a folder, with its bytes. */
export function filesUnder(folder: string): Exit[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ what: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }))
}

/** Every row of every table of the product's PostgreSQL database, as text. */
async function dumpOf(databaseUrl: string): Promise<Exit[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const dumps: Exit[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`select "${name}"::text as row from "${name}"`)
    dumps.push({ what: `table ${name}`, bytes: Buffer.from(rows.map(({ row }) => row).join('\n')) })
  }
  await client.end()
  return dumps
}

/** What the product leaves behind: its log, its files, its tables. */
export async function tracesOf({ logged, dataDir, deps }: Stack): Promise<Exit[]> {
  const database = deps.config.databaseUrl
  return [
    { what: 'log', bytes: Buffer.from(logged.join('')) },
    ...filesUnder(dataDir),
    ...(database === null ? [] : await dumpOf(database.reveal())),
  ]
}
