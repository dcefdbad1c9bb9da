import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** True for types that SQLite can bind; any other value is a bug in Paydesk. */
function isBindable(value: unknown): value is SQLInputValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

function toBindable(values: readonly unknown[]): readonly SQLInputValue[] {
  if (values.every(isBindable)) return values
  throw new TypeError('only text, numbers and null can be stored')
}

/** Limit of the statement cache: the same few statements run at every request. */
const maxCachedStatements = 200

/** Time limit for a lock (ms). Short, because Node blocks the whole process during the wait. */
const lockTimeoutMs = 250
/** SQLITE_BUSY: the low byte of SQLite's error codes for a locked database. */
const busyCode = 5

/** Statements that succeed while another connection writes. */
const lockFreeStatement = /^\s*(select|with|begin|rollback)\b/i

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && (Number(thrown.errcode) & 0xff) === busyCode
}

/**
 * Opens Node's SQLite in the form that Kysely's dialects expect, with a write-ahead log: a commit is atomic
 * after power loss, and durable once the log is synced.
 */
export function openSqlite(path: string): SqliteDatabase {
  const db = new DatabaseSync(path, { timeout: lockTimeoutMs, enableForeignKeyConstraints: true })
  db.exec('pragma journal_mode = wal')
  // Leave syncing of the log to `EmbeddedDialect`, which syncs before a commit is acknowledged.
  db.exec('pragma synchronous = normal')
  // Bring the log of an earlier process to the disk first: entries behind a gap in the log would not be safe.
  db.exec('pragma wal_checkpoint(truncate)')
  // Fire delete triggers for `insert or replace`, which otherwise bypasses the triggers that reject deletion.
  db.exec('pragma recursive_triggers = on')
  // Cache 32 MiB of pages, because digests fall anywhere in their index. Checkpoint after 16,000 log pages
  // (62 MiB) instead of 1,000, so that a page that changes often is written to the database file less often.
  db.exec('pragma cache_size = -32768')
  db.exec('pragma wal_autocheckpoint = 16000')
  let patient = true
  /**
   * Stops waiting for locks after one timeout, so that further statements do not block the process. Waiting
   * resumes after the next successful write.
   */
  const write = <T>(text: string, run: () => T): T => {
    try {
      const done = run()
      if (!patient && !lockFreeStatement.test(text)) db.exec(`pragma busy_timeout = ${lockTimeoutMs}`)
      patient ||= !lockFreeStatement.test(text)
      return done
    } catch (thrown) {
      if (patient && isBusy(thrown)) {
        db.exec('pragma busy_timeout = 0')
        patient = false
      }
      throw thrown
    }
  }
  const kept = new Map<string, SqliteStatement>()
  const prepare = (text: string): SqliteStatement => {
    const sqliteStatement = kept.get(text)
    if (sqliteStatement) return sqliteStatement
    const statement = db.prepare(text)
    const made: SqliteStatement = {
      reader: statement.columns().length > 0,
      all: (values) => write(text, () => statement.all(...toBindable(values))),
      run: (values) => write(text, () => statement.run(...toBindable(values))),
      iterate: (values) => statement.iterate(...toBindable(values)),
    }
    if (kept.size >= maxCachedStatements) kept.clear()
    kept.set(text, made)
    return made
  }
  return { close: () => db.close(), prepare }
}
