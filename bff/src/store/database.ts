import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { type Dialect, migrationsFor } from './migrations.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

export interface Store {
  readonly db: Kysely<Schema>
  readonly dialect: Dialect['name']
  /** Resolves when the database answers; rejects when it does not within two seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

const sqlite: Dialect = { name: 'sqlite', identity: 'integer primary key autoincrement' }
const postgres: Dialect = { name: 'postgres', identity: 'bigserial primary key' }

function openPostgres(url: string): Kysely<Schema> {
  // bigint columns hold milliseconds and sequence numbers, both below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 1_000,
    query_timeout: 3_000,
    idleTimeoutMillis: 30_000,
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

function openEmbedded(dataDir: string): Kysely<Schema> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  return new Kysely<Schema>({
    dialect: new SqliteDialect({ database: openSqlite(join(dataDir, 'paydesk.db')) }),
  })
}

async function migrate(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(dialect) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** An acknowledged row must survive power loss, so a server that answers before syncing is refused. */
async function refuseUnsyncedCommits(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
  if (rows[0]?.synchronous_commit === 'off') {
    await db.destroy()
    throw new Error(
      'The database has synchronous_commit = off: acknowledged entries could be lost. Switch it on.',
    )
  }
}

/**
 * Opens the embedded database in `dataDir`, or PostgreSQL where an address is given, and brings the
 * schema to its latest version. Rejects with the database's error when it cannot.
 */
export async function openStore(options: { dataDir: string; databaseUrl: string | null }): Promise<Store> {
  const dialect = options.databaseUrl === null ? sqlite : postgres
  const db = options.databaseUrl === null ? openEmbedded(options.dataDir) : openPostgres(options.databaseUrl)
  if (dialect.name === 'postgres') await refuseUnsyncedCommits(db)
  await migrate(db, dialect)
  return {
    db,
    dialect: dialect.name,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: () => db.destroy(),
  }
}

/** Node's error codes of a connection that failed, and the classes of PostgreSQL that mean "not now". */
const unreachable = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ERR_SQLITE_ERROR|08|53|57|58|40)/

/** True where the database, not our code, is the reason: callers answer "try again" and not "our mistake". */
export function isStoreFailure(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('code' in thrown && typeof thrown.code === 'string') return unreachable.test(thrown.code)
  return /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated)/.test(
    thrown.message,
  )
}
