import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { within } from '../runtime/timeout.ts'
import { EmbeddedDialect } from './embedded.ts'
import { makeLogSync, Unsynced } from './log-sync.ts'
import { type Dialect, migrationsFor } from './migrations/migrations.ts'
import { isPostgresFailure, openPostgres } from './postgres.ts'
import type { Schema } from './schema/schema.ts'
import { makeWake, type Wake } from './wake.ts'

export interface Store extends Pick<Wake, 'wake' | 'onWake'> {
  readonly db: Kysely<Schema>
  readonly dialect: Dialect['name']
  /** Resolves when the database and its disk answer; rejects when they do not within two seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

const sqlite: Dialect = {
  name: 'sqlite',
  identity: 'integer primary key autoincrement',
  binary: 'collate binary',
}
const postgres: Dialect = { name: 'postgres', identity: 'bigserial primary key', binary: 'collate "C"' }

function openEmbedded(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  const path = join(dataDir, 'paydesk.db')
  const log = makeLogSync(`${path}-wal`)
  return { db: new Kysely<Schema>({ dialect: new EmbeddedDialect(path, log) }), synced: log.synced }
}

/** PostgreSQL answers for its own disk. */
const openServer = (url: string) => ({ db: openPostgres(url), synced: async () => undefined })

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
  const { db, synced } =
    options.databaseUrl === null ? openEmbedded(options.dataDir) : openServer(options.databaseUrl)
  if (dialect.name === 'postgres') await refuseUnsyncedCommits(db)
  await migrate(db, dialect)
  const notify = (topic: string, text: string) => sql`select pg_notify(${topic}, ${text})`.execute(db)
  const { close, ...wakes } = makeWake(
    options.databaseUrl === null ? null : { url: options.databaseUrl, notify },
  )
  return {
    ...wakes,
    db,
    dialect: dialect.name,
    ping: async () => {
      const answers = sql`select 1`.execute(db).then(synced)
      await within(2_000, answers, () => new Error('no answer in time'))
    },
    async close() {
      await close()
      await db.destroy()
    },
  }
}

/** SQLite's codes for statements that are wrong in themselves: our mistake, not the database's. */
const wrongStatements: ReadonlySet<number> = new Set([1, 19, 20, 21, 25])

/** True for an embedded database that is read-only, full, locked, damaged or closed. */
function isEmbeddedFailure(error: Error): boolean {
  if (error instanceof Unsynced) return true
  if (!('code' in error)) return error.message === 'driver has already been destroyed'
  if (error.code === 'ERR_INVALID_STATE') return true
  const number = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
  return error.code === 'ERR_SQLITE_ERROR' && !wrongStatements.has(number)
}

/** True where the database, not our code, is the reason: callers answer "try again" and not "our mistake". */
export function isStoreFailure(thrown: unknown): boolean {
  return thrown instanceof Error && (isEmbeddedFailure(thrown) || isPostgresFailure(thrown))
}
