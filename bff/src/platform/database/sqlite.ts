import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** SQLite takes these and no others; anything else is a mistake of ours. */
function isBindable(value: unknown): value is SQLInputValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

function toBindable(values: readonly unknown[]): readonly SQLInputValue[] {
  if (values.every(isBindable)) return values
  throw new TypeError('only text, numbers and null can be stored')
}

/** Statements are prepared once: the same few run at every request. */
const maxCachedStatements = 200

/** Node waits for a lock (ms) without doing anything else, so it may not wait long. */
const lockTimeoutMs = 250
/** The last byte of SQLite's codes for a database that somebody else has locked. */
const busyCode = 5

/** Statements that succeed whoever writes. */
const lockFreeStatement = /^\s*(select|with|begin|rollback)\b/i

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && (Number(thrown.errcode) & 0xff) === busyCode
}

/**
 * Node's own SQLite in the form that Kysely's dialects expect, with a write-ahead log: what was committed is
 * whole or absent after power loss, and there once the log is synced.
 */
export function openSqlite(path: string): SqliteDatabase {
  const db = new DatabaseSync(path, { timeout: lockTimeoutMs, enableForeignKeyConstraints: true })
  db.exec('pragma journal_mode = wal')
  // Its log is brought to the disk by `EmbeddedDialect`, before anybody is told that something is committed.
  db.exec('pragma synchronous = normal')
  // What an earlier process left in the log is brought to the disk first: behind a gap in it nothing would be safe.
  db.exec('pragma wal_checkpoint(truncate)')
  // Without it `insert or replace` removes rows past the triggers that refuse it.
  db.exec('pragma recursive_triggers = on')
  // Digests fall anywhere in their index: pages that stay in memory (32 MiB) are not read again, and one
  // that is written often goes to the database once for 16,000 pages of the log (62 MiB) instead of for 1,000.
  db.exec('pragma cache_size = -32768')
  db.exec('pragma wal_autocheckpoint = 16000')
  let patient = true
  /** Who waited for a lock in vain was one too many: until it is free, nobody else holds up the process for it. */
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
    const known = kept.get(text)
    if (known) return known
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
