import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { newDatabase } from './start.ts'

export type BackingName = 'embedded' | 'postgres'
export type Row = Readonly<Record<string, unknown>>

/** Where a product keeps its rows, and how a judge reads them without the product. */
export interface Backing {
  readonly name: BackingName
  /** Variables that lead the product there. */
  readonly env: Readonly<Record<string, string>>
  rows(query: string): Promise<readonly Row[]>
  /** What is wrong with the database itself: nothing, if it is whole. */
  damage(): Promise<readonly string[]>
  remove(): void
}

function embedded(folder: string): Backing {
  const ask = (query: string): readonly Row[] => {
    const db = new DatabaseSync(join(folder, 'paydesk.db'), { readOnly: true, timeout: 5_000 })
    try {
      return db.prepare(query).all()
    } finally {
      db.close()
    }
  }
  return {
    name: 'embedded',
    env: { PAYDESK_DATA_DIR: folder },
    rows: async (query) => ask(query),
    damage: async () =>
      ask('pragma integrity_check')
        .map((row) => String(row.integrity_check))
        .filter((line) => line !== 'ok'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Reads each index against its table and each table's pages, as far as the server offers it. */
const checks = [
  'create extension if not exists amcheck',
  `select bt_index_check(c.oid, true) from pg_class c join pg_index i on i.indexrelid = c.oid
   join pg_am a on a.oid = c.relam
   where a.amname = 'btree' and c.relnamespace = 'public'::regnamespace and i.indisvalid`,
]
const heap = `select c.relname || ': ' || v.msg as wrong from pg_class c, lateral verify_heapam(c.oid) v
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`

function postgres(folder: string, url: string): Backing {
  const ask = async (query: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(query)).rows
    } finally {
      await client.end()
    }
  }
  return {
    name: 'postgres',
    env: { DATABASE_URL: url, PAYDESK_DATA_DIR: folder },
    rows: ask,
    async damage() {
      try {
        for (const check of checks) await ask(check)
      } catch (error) {
        return [String(error)]
      }
      return (await ask(heap)).map((row) => String(row.wrong))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What stands at a place already: at the database's address where there is one, else in the folder. */
export function openBacking(env: Readonly<Record<string, string>>): Backing {
  const folder = env.PAYDESK_DATA_DIR
  if (folder === undefined) throw new Error('PAYDESK_DATA_DIR is missing')
  return env.DATABASE_URL === undefined ? embedded(folder) : postgres(folder, env.DATABASE_URL)
}

/** An empty place for one product; PostgreSQL gets a new database on the server at `serverUrl`. */
export async function newBacking(name: BackingName, serverUrl: string): Promise<Backing> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-durability-'))
  chmodSync(folder, 0o700)
  const url = name === 'postgres' ? { DATABASE_URL: await newDatabase(serverUrl) } : {}
  return openBacking({ PAYDESK_DATA_DIR: folder, ...url })
}
