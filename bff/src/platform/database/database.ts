import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { withTimeout } from '../runtime/timeout.ts'
import { EmbeddedDialect } from './embedded.ts'
import { listMigrations, type SqlDialect } from './migrations/migrations.ts'
import { isPostgresFailure, openPostgres } from './postgres.ts'
import type { DatabaseSchema } from './schema/schema.ts'
import { createWakeBus, type WakeBus } from './wake-bus.ts'
import { createSqliteWalSync, UnsyncedError } from './wal-sync.ts'

export interface Store extends Pick<WakeBus, 'wake' | 'onWake'> {
  readonly db: Kysely<DatabaseSchema>
  readonly dialect: SqlDialect['name']
  /** Resolves when the database and its disk answer; rejects if they do not within two seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  identity: 'integer primary key autoincrement',
  binary: 'collate binary',
}
const postgresDialect: SqlDialect = {
  name: 'postgres',
  identity: 'bigserial primary key',
  binary: 'collate "C"',
}

function openEmbedded(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  const path = join(dataDir, 'paydesk.db')
  const log = createSqliteWalSync(`${path}-wal`)
  return {
    db: new Kysely<DatabaseSchema>({ dialect: new EmbeddedDialect(path, log) }),
    synced: log.waitUntilSynced,
  }
}

/** Opens PostgreSQL, which syncs its own disk before it acknowledges. */
const openServer = (url: string) => ({ db: openPostgres(url), synced: async () => undefined })

async function migrate(db: Kysely<DatabaseSchema>, dialect: SqlDialect): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => listMigrations(dialect) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Throws if the server acknowledges before syncing, because an acknowledged row must survive power loss. */
async function refuseUnsyncedCommits(db: Kysely<DatabaseSchema>): Promise<void> {
  const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
  if (rows[0]?.synchronous_commit === 'off') {
    await db.destroy()
    throw new Error(
      'The database has synchronous_commit = off: acknowledged entries could be lost. Switch it on.',
    )
  }
}

/**
 * Opens the embedded database in `dataDir`, or PostgreSQL if `databaseUrl` is set, and migrates the schema to
 * its latest version. Rejects with the database's error.
 */
export async function openStore(options: { dataDir: string; databaseUrl: string | null }): Promise<Store> {
  const dialect = options.databaseUrl === null ? sqliteDialect : postgresDialect
  const { db, synced } =
    options.databaseUrl === null ? openEmbedded(options.dataDir) : openServer(options.databaseUrl)
  if (dialect.name === 'postgres') await refuseUnsyncedCommits(db)
  await migrate(db, dialect)
  const notify = (topic: string, text: string) => sql`select pg_notify(${topic}, ${text})`.execute(db)
  const { close, ...wakes } = createWakeBus(
    options.databaseUrl === null ? null : { url: options.databaseUrl, notify },
  )
  return {
    ...wakes,
    db,
    dialect: dialect.name,
    ping: async () => {
      const answers = sql`select 1`.execute(db).then(synced)
      await withTimeout(2_000, answers, () => new Error('no answer in time'))
    },
    async close() {
      await close()
      await db.destroy()
    },
  }
}

/** SQLite codes of programming errors: the statement is wrong, not the database. */
const programmingErrorCodes: ReadonlySet<number> = new Set([1, 19, 20, 21, 25])

/** True for an embedded database that is read-only, full, locked, damaged or closed. */
function isEmbeddedFailure(error: Error): boolean {
  if (error instanceof UnsyncedError) return true
  if (!('code' in error)) return error.message === 'driver has already been destroyed'
  if (error.code === 'ERR_INVALID_STATE') return true
  const number = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
  return error.code === 'ERR_SQLITE_ERROR' && !programmingErrorCodes.has(number)
}

/** True if the database failed and not our code: callers answer "try again" instead of an internal error. */
export function isStoreFailure(thrown: unknown): boolean {
  return thrown instanceof Error && (isEmbeddedFailure(thrown) || isPostgresFailure(thrown))
}
