import { chmodSync, existsSync, fdatasync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { withTimeout } from '../runtime/timeout.ts'
import { EmbeddedDialect } from './embedded.ts'
import { listMigrations, planMigrations, type SqlDialect } from './migrations/migrations.ts'
import { isPostgresFailure, openPostgres, type PostgresLimits } from './postgres.ts'
import type { DatabaseSchema } from './schema/schema.ts'
import { createWakeBus, type WakeBus } from './wake-bus.ts'
import { createSqliteWalSync, UnsyncedCommitError } from './wal-sync.ts'

export interface Store extends Pick<WakeBus, 'wake' | 'onWake'> {
  readonly db: Kysely<DatabaseSchema>
  readonly dialect: SqlDialect['name']
  /** Resolves when the database and its disk answer; rejects if they do not within two seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseLimits extends PostgresLimits {
  /** For the disk of the embedded database (ms). */
  readonly syncMs?: number
}

/** Place of the database: the folder of the embedded one, or the address of PostgreSQL. */
export interface StoreOptions {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Other time limits than a deployment has. */
  readonly databaseLimits?: DatabaseLimits | undefined
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

function openEmbedded(dataDir: string, { syncMs }: DatabaseLimits = {}) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  const path = join(dataDir, 'paydesk.db')
  const log = createSqliteWalSync(`${path}-wal`, fdatasync, syncMs)
  return {
    db: new Kysely<DatabaseSchema>({ dialect: new EmbeddedDialect(path, log) }),
    synced: log.waitUntilSynced,
  }
}

/** Opens PostgreSQL, which syncs its own disk before it acknowledges. */
const openServer = (url: string, limits: PostgresLimits | undefined) => ({
  db: openPostgres(url, limits),
  synced: async () => undefined,
})

const openDatabase = ({ dataDir, databaseUrl, databaseLimits }: StoreOptions) =>
  databaseUrl === null
    ? { dialect: sqliteDialect, ...openEmbedded(dataDir, databaseLimits) }
    : { dialect: postgresDialect, ...openServer(databaseUrl, databaseLimits) }

/** Error of both databases for a table that is not there. */
const missingTablePattern = /no such table|42P01/

/** Lists the migrations that the database has, in order; none for an empty database. */
async function listApplied(db: Kysely<DatabaseSchema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (error instanceof Error && missingTablePattern.test(`${code} ${error.message}`)) return []
    throw error
  }
}

/**
 * Runs the migrations that the database lacks, all of them or none. Returns their names. Migrations of a newer version
 * stay, as far as this version can run beside them; otherwise throws `SchemaTooNewError`.
 */
async function runMigrations(
  db: Kysely<DatabaseSchema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const { pending, later } = planMigrations(Object.keys(migrations), await listApplied(db))
  if (pending.length === 0) return []
  // Kysely refuses a database with migrations that it was not given.
  const strange = Object.fromEntries(later.map((name) => [name, { up: async () => undefined }]))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations, ...strange }) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  return pending
}

/** Migrates over a connection of its own in PostgreSQL, because a statement may take longer than one of a request. */
async function migrateStore(
  { databaseUrl }: StoreOptions,
  db: Kysely<DatabaseSchema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const { pending } = planMigrations(Object.keys(migrations), await listApplied(db))
  if (pending.length === 0 || databaseUrl === null) return runMigrations(db, migrations)
  const patient = openPostgres(databaseUrl, { statementMs: 0 })
  try {
    return await runMigrations(patient, migrations)
  } finally {
    await patient.destroy()
  }
}

/**
 * Brings a database to the tables of this version, with `added` migrations after its own, and closes it. Returns the
 * names of the migrations that it ran. Rejects as `openStore` does.
 */
export async function migrateDatabase(
  options: StoreOptions,
  added: Readonly<Record<string, Migration>> = {},
): Promise<readonly string[]> {
  const { db, dialect } = openDatabase(options)
  try {
    if (dialect.name === 'postgres') await refuseUnsyncedCommits(db)
    return await migrateStore(options, db, { ...listMigrations(dialect), ...added })
  } finally {
    await db.destroy()
  }
}

/**
 * Lists the migrations that this version would run, without a change of the database. Throws `SchemaTooNewError`, or
 * the error of the database.
 */
export async function listPendingMigrations(options: StoreOptions): Promise<readonly string[]> {
  const isNew = options.databaseUrl === null && !existsSync(join(options.dataDir, 'paydesk.db'))
  if (isNew) return Object.keys(listMigrations(sqliteDialect))
  const { db, dialect } = openDatabase(options)
  try {
    if (dialect.name === 'postgres') await refuseUnsyncedCommits(db)
    return planMigrations(Object.keys(listMigrations(dialect)), await listApplied(db)).pending
  } finally {
    await db.destroy()
  }
}

/** Throws if the server acknowledges before syncing, because an acknowledged row must survive power loss. */
async function refuseUnsyncedCommits(db: Kysely<DatabaseSchema>): Promise<void> {
  const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
  if (rows[0]?.synchronous_commit === 'off') {
    throw new Error(
      'The database has synchronous_commit = off: acknowledged entries could be lost. Switch it on.',
    )
  }
}

/**
 * Opens the embedded database in `dataDir`, or PostgreSQL if `databaseUrl` is set, and migrates the schema to
 * its latest version. Rejects with the database's error.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { db, dialect, synced } = openDatabase(options)
  try {
    if (dialect.name === 'postgres') await refuseUnsyncedCommits(db)
    await migrateStore(options, db, listMigrations(dialect))
  } catch (error) {
    await db.destroy()
    throw error
  }
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
  if (error instanceof UnsyncedCommitError) return true
  if (!('code' in error)) return error.message === 'driver has already been destroyed'
  if (error.code === 'ERR_INVALID_STATE') return true
  const number = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
  return error.code === 'ERR_SQLITE_ERROR' && !programmingErrorCodes.has(number)
}

/** True if the database failed and not our code: callers answer "try again" instead of an internal error. */
export function isDatabaseFailure(thrown: unknown): boolean {
  return thrown instanceof Error && (isEmbeddedFailure(thrown) || isPostgresFailure(thrown))
}
