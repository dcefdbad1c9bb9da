import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { sleepFor } from './sleep.ts'
import { newDatabase } from './start.ts'

export type BackingName = 'embedded' | 'postgres'
export type DatabaseRow = Readonly<Record<string, unknown>>

/** Storage of a product, which a test reads without the product. */
export interface Backing {
  readonly name: BackingName
  /** Environment variables that point the product to this storage. */
  readonly env: Readonly<Record<string, string>>
  rows(query: string): Promise<readonly DatabaseRow[]>
  /** Changes rows without the product, for example to make them older. */
  change(statement: string): Promise<void>
  /**
   * Locks a table against writers (the embedded database: all tables), then waits until a writer is blocked
   * or `isRefused` returns true. Nothing answered from then on can have been committed. Returns the function
   * that releases the lock.
   */
  blockWriters(table: string, isRefused: () => boolean): Promise<() => Promise<void>>
  /** Integrity errors of the database; empty if there are none. */
  damage(): Promise<readonly string[]>
  remove(): void
}

function embedded(folder: string): Backing {
  const ask = (query: string): readonly DatabaseRow[] => {
    const db = new DatabaseSync(join(folder, 'paydesk.db'), { readOnly: true, timeout: 5_000 })
    try {
      return db.prepare(query).all()
    } finally {
      db.close()
    }
  }
  const openToWrite = () => new DatabaseSync(join(folder, 'paydesk.db'), { timeout: 30_000 })
  return {
    name: 'embedded',
    env: { PAYDESK_DATA_DIR: folder },
    rows: async (query) => ask(query),
    async change(statement) {
      const db = openToWrite()
      db.exec(statement)
      db.close()
    },
    async blockWriters(_, isRefused) {
      const db = openToWrite()
      db.exec('begin immediate')
      while (!isRefused()) await sleepFor(5)
      return async () => {
        db.exec('rollback')
        db.close()
      }
    },
    damage: async () =>
      ask('pragma integrity_check')
        .map((row) => String(row.integrity_check))
        .filter((line) => line !== 'ok'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Statements that check each index against its table. `heap` checks the pages of each table. */
const checks = [
  'create extension if not exists amcheck',
  `select bt_index_check(c.oid, true) from pg_class c join pg_index i on i.indexrelid = c.oid
   join pg_am a on a.oid = c.relam
   where a.amname = 'btree' and c.relnamespace = 'public'::regnamespace and i.indisvalid`,
]
const heap = `select c.relname || ': ' || v.msg as wrong from pg_class c, lateral verify_heapam(c.oid) v
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`

function postgres(folder: string, url: string): Backing {
  // Share one connection between many repeated queries. The pool closes an idle connection.
  const pool = new pg.Pool({
    connectionString: url,
    ...{ max: 1, idleTimeoutMillis: 1_000, allowExitOnIdle: true },
  })
  // Ignore errors of idle connections: the server may stop before them.
  pool.on('error', () => undefined)
  const ask = async (query: string): Promise<readonly DatabaseRow[]> => (await pool.query(query)).rows
  return {
    name: 'postgres',
    env: { DATABASE_URL: url, PAYDESK_DATA_DIR: folder },
    rows: ask,
    async change(statement) {
      await ask(statement)
    },
    async blockWriters(table, isRefused) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`begin; lock table ${table} in exclusive mode`)
      const waiting = `select 1 from pg_locks where relation = '${table}'::regclass and not granted`
      while (!isRefused() && (await client.query(waiting)).rowCount === 0) await sleepFor(5)
      return () => client.end()
    },
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

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-durability-'))
  chmodSync(folder, 0o700)
  return folder
}

/**
 * Opens existing storage: the database at DATABASE_URL if set, else the files in PAYDESK_DATA_DIR. Throws
 * without PAYDESK_DATA_DIR.
 */
export function openBacking(env: Readonly<Record<string, string>>): Backing {
  const folder = env.PAYDESK_DATA_DIR
  if (folder === undefined) throw new Error('PAYDESK_DATA_DIR is missing')
  return env.DATABASE_URL === undefined ? embedded(folder) : postgres(folder, env.DATABASE_URL)
}

/** Creates storage on the embedded database with the schema, copied from `migratedFile`. */
export function copyEmbedded(migratedFile: string): Backing {
  const folder = newFolder()
  copyFileSync(migratedFile, join(folder, 'paydesk.db'))
  return openBacking({ PAYDESK_DATA_DIR: folder })
}

/** Creates storage on PostgreSQL with the schema, copied from `migratedDatabase` on the same server. */
export async function copyPostgres(server: { url: string; migratedDatabase: string }): Promise<Backing> {
  const url = await newDatabase(server.url, { of: server.migratedDatabase })
  return openBacking({ PAYDESK_DATA_DIR: newFolder(), DATABASE_URL: url })
}
