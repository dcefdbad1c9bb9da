import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { BackupError } from './backup.ts'

const run = promisify(execFile)

/** Variables from which the programs of PostgreSQL take an address: in arguments other users could read it. */
function toPostgresVariables(address: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address)
  const all = {
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

const isMissingProgram = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const missingPrograms = (name: string) =>
  `${name} was not found: install the client programs of PostgreSQL (Debian: postgresql-client).`

const createDumpError = (error: unknown) =>
  new BackupError(
    isMissingProgram(error)
      ? missingPrograms('pg_dump')
      : 'pg_dump failed: its version must be at least that of the server, and it must reach the server.',
  )

/**
 * Copies PostgreSQL to a new file for `pg_restore`, readable by its owner only. Throws `BackupError` if `pg_dump` is
 * missing or fails, or the file exists.
 */
export async function dumpDatabase(databaseUrl: string, target: string): Promise<void> {
  const { PATH = '' } = process.env
  try {
    closeSync(openSync(target, 'wx', 0o600))
  } catch {
    throw new BackupError(`${target} exists already or cannot be made. Name a new file.`)
  }
  try {
    const env = { PATH, ...toPostgresVariables(databaseUrl) }
    await run('pg_dump', ['--format=custom', `--file=${target}`], { env })
  } catch (error) {
    rmSync(target, { force: true })
    throw createDumpError(error)
  }
}

/**
 * Copies the snapshot of a transaction that is open, as the bytes that `pg_dump` writes. Throws `BackupError` at the end
 * if `pg_dump` is missing or failed.
 */
export async function* streamDump(databaseUrl: string, snapshot: string): AsyncGenerator<Buffer> {
  const { PATH = '' } = process.env
  const env = { PATH, ...toPostgresVariables(databaseUrl) }
  const dump = spawn('pg_dump', ['--format=custom', `--snapshot=${snapshot}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<unknown>((end) => dump.once('error', end).once('close', end))
  let isRead = false
  try {
    yield* dump.stdout
    isRead = true
  } finally {
    // End the program if nobody reads on; if it never began, its own error says why.
    if (!isRead && dump.pid !== undefined) dump.kill()
  }
  const result = await ended
  if (result !== 0) throw createDumpError(result)
}

/** Throws `BackupError` if the database has tables. */
async function requireEmptyDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const found = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1")
    if (found.rowCount !== 0)
      throw new BackupError('There are tables in the database of DATABASE_URL: create an empty one first.')
  } finally {
    await client.end()
  }
}

/**
 * Puts a copy by `pg_dump` into an empty database, as the user of its address. Throws `BackupError` if the database is
 * not empty, the copy is none, or `pg_restore` is missing.
 */
export async function restoreDump(copy: string, databaseUrl: string): Promise<void> {
  await requireEmptyDatabase(databaseUrl)
  const { PATH = '' } = process.env
  const { PGDATABASE = '', ...variables } = toPostgresVariables(databaseUrl)
  // Several jobs build indexes beside each other; one fault ends all of them.
  const options = ['--exit-on-error', '--no-owner', '--jobs=4', `--dbname=${PGDATABASE}`]
  try {
    await run('pg_restore', [...options, copy], { env: { PATH, ...variables } })
  } catch (error) {
    throw new BackupError(
      isMissingProgram(error)
        ? missingPrograms('pg_restore')
        : `pg_restore failed: ${copy} is no copy by pg_dump, is damaged, or is of a newer version of it.`,
    )
  }
}
