import { execFile } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

/** Thrown if no copy was made; the message is a sentence for the user of the command. */
export class BackupError extends Error {}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Throws if the copy is damaged; leaves the copy as one file, without a write-ahead log beside it. */
function verifyCopy(target: string): void {
  const copy = new DatabaseSync(target)
  try {
    copy.exec('pragma journal_mode = delete')
    const [result] = copy.prepare('pragma integrity_check').all()
    if (result?.integrity_check !== 'ok') throw new BackupError('The copy is damaged and was removed.')
  } finally {
    copy.close()
  }
}

/**
 * Copies the embedded database in `dataDir` to a new file while Paydesk runs: everything acknowledged before
 * the call is in the copy. The copy is verified, synced to disk, and readable by its owner only. Throws
 * `BackupError` if there is no database, the target exists, or the copy is damaged.
 */
export async function copyDatabase(dataDir: string, target: string): Promise<void> {
  const file = join(dataDir, 'paydesk.db')
  if (!existsSync(file)) throw new BackupError(`There is no database in ${dataDir}.`)
  try {
    // Create the target first, empty and private: nothing is overwritten, and no other user can read the
    // copy.
    closeSync(openSync(target, 'wx', 0o600))
  } catch {
    throw new BackupError(`${target} exists already or cannot be made. Name a new file.`)
  }
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    // Copy in one step, so that the copy is one state of the database: with several steps, each commit
    // restarts the copy.
    await backup(source, target, { rate: 2_147_483_647 })
    verifyCopy(target)
    syncToDisk(target)
    syncToDisk(dirname(target))
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  } finally {
    source.close()
  }
}

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
    await promisify(execFile)('pg_dump', ['--format=custom', `--file=${target}`], { env })
  } catch (error) {
    rmSync(target, { force: true })
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new BackupError(
      isMissing
        ? 'pg_dump was not found: install the client programs of PostgreSQL (Debian: postgresql-client).'
        : 'pg_dump failed: its version must be at least that of the server, and it must reach the server.',
    )
  }
}

/** Writes a verified copy as `paydesk.db`, in one step and durably. What was there is gone. */
export function putBackCopy(copy: string, dataDir: string): void {
  const file = join(dataDir, 'paydesk.db')
  const next = `${file}.next`
  copyFileSync(copy, next)
  chmodSync(next, 0o600)
  syncToDisk(next)
  // Remove the log first: beside another database its pages would spoil it.
  for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true })
  renameSync(next, file)
  syncToDisk(dataDir)
}

/**
 * Puts a copy into a data folder that has no database. Throws `BackupError` if there is one, or the copy cannot be read
 * or is damaged.
 */
export function restoreDatabase(copy: string, dataDir: string): void {
  const file = join(dataDir, 'paydesk.db')
  if (existsSync(file) || existsSync(`${file}-wal`))
    throw new BackupError(`There is a database in ${dataDir}: move everything there away first.`)
  try {
    copyFileSync(copy, file, constants.COPYFILE_EXCL)
  } catch {
    throw new BackupError(`${copy} cannot be read.`)
  }
  try {
    chmodSync(file, 0o600)
    verifyCopy(file)
    syncToDisk(file)
    syncToDisk(dataDir)
  } catch (error) {
    rmSync(file, { force: true })
    if (error instanceof BackupError) throw error
    throw new BackupError(`${copy} is no copy of a database, or is damaged.`)
  }
}

/** Tables whose rows a restore counts, for a comparison with what one expects. */
const countedTables = ['transactions', 'notification_queue', 'review_cases', 'decisions', 'audit'] as const

/** Counts the rows of a restored database. `newestAt`: time of the newest audit entry (ms since 1970). */
export function countCopiedRows(dataDir: string): {
  readonly rows: Readonly<Record<string, number>>
  readonly newestAt: number | null
} {
  const database = new DatabaseSync(join(dataDir, 'paydesk.db'), { readOnly: true })
  try {
    const numberOf = (statement: string) => {
      const value = database.prepare(statement).get()?.found
      return typeof value === 'number' ? value : null
    }
    const rows = countedTables.map((table) => [
      table,
      numberOf(`select count(*) as found from ${table}`) ?? 0,
    ])
    return { rows: Object.fromEntries(rows), newestAt: numberOf('select max(time_ms) as found from audit') }
  } finally {
    database.close()
  }
}
