import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import pg from 'pg'
import type { Stack } from '../support/stack/start.ts'
import type { Exit } from './haystack.ts'

/**
 * Fields that the index stores in clear: states, times, the merchant's own ids, undocumented workflow steps; of a
 * notification its event, states and amount.
 */
export const fieldsStoredInClear =
  /^(identity\.kyc_state|list\.data\[\d+\]\.(state|transaction_state|workflow)|state\.(state|compound_state|expires_at|workflow_state\.\w+|identity\.kyc_state|original_message\.(transaction_id|reference))|notifications\[\d+\]\.(event|state|compound_state|payment_amount\.amount))$/

const walHeader = 32
const frameHeader = 24
/** Block size of the comparison (bytes), and the number of blocks kept on each side of a changed one. */
const block = 64
const around = 2

/** Returns the blocks of a page that differ from its former version, with their neighbours. */
function changedParts(page: Buffer, former: Buffer): Buffer[] {
  const parts: Buffer[] = []
  const isChanged = (at: number) => !page.subarray(at, at + block).equals(former.subarray(at, at + block))
  let end = 0
  for (let at = 0; at < page.length; at += block) {
    if (!isChanged(at)) continue
    const begin = Math.max(end, at - around * block)
    end = Math.min(page.length, at + (around + 1) * block)
    parts.push(page.subarray(begin, end))
  }
  return parts
}

/**
 * Drops the unchanged parts of pages from SQLite's write-ahead log: most frames repeat a page with a few new
 * bytes, and the log is as large as twenty databases.
 */
function withoutRepetitions(wal: Buffer): Buffer {
  if (wal.length < walHeader) return wal
  const pageSize = wal.readUInt32BE(8)
  const pages = new Map<number, Buffer>()
  const parts = [wal.subarray(0, walHeader)]
  for (let at = walHeader; at + frameHeader + pageSize <= wal.length; at += frameHeader + pageSize) {
    const number = wal.readUInt32BE(at)
    const page = wal.subarray(at + frameHeader, at + frameHeader + pageSize)
    const former = pages.get(number)
    parts.push(...(former === undefined ? [page] : changedParts(page, former)))
    pages.set(number, page)
  }
  return Buffer.concat(parts)
}

/** Returns every file below a folder. The long form keeps a write-ahead log in full. */
export function filesUnder(folder: string): Exit[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ what: name, bytes: readFileSync(join(parentPath, name)) }))
    .map(({ what, bytes }) => ({
      what,
      bytes: !isFullRun && what.endsWith('-wal') ? withoutRepetitions(bytes) : bytes,
    }))
}

/** Returns every row of every table of the PostgreSQL database, as text. */
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

/** Returns what Paydesk leaves behind: log, files, tables. */
export async function tracesOf({ logged, dataDir, deps }: Stack): Promise<Exit[]> {
  const database = deps.config.databaseUrl
  return [
    { what: 'log', bytes: Buffer.from(logged.join('')) },
    ...filesUnder(dataDir),
    ...(database === null ? [] : await dumpOf(database.reveal())),
  ]
}
