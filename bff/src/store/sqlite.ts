import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** SQLite takes these and no others; anything else is a mistake of ours. */
function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  throw new TypeError('only text, numbers and null can be stored')
}

/** Statements are prepared once: the same few run at every request. */
const keptStatements = 200

/**
 * Node's own SQLite in the form that Kysely's dialect expects. Write-ahead log with full
 * synchronisation: a committed row survives power loss.
 */
export function openSqlite(path: string): SqliteDatabase {
  // Node waits for a lock without doing anything else, so it may not wait long.
  const db = new DatabaseSync(path, { timeout: 250, enableForeignKeyConstraints: true })
  db.exec('pragma journal_mode = wal')
  db.exec('pragma synchronous = full')
  // Without it `insert or replace` removes rows past the triggers that refuse it.
  db.exec('pragma recursive_triggers = on')
  // Digests fall anywhere in their index: pages that stay in memory (32 MiB) are not read again, and one
  // that is written often goes to the database once for 4,000 pages of the log instead of for 1,000.
  db.exec('pragma cache_size = -32768')
  db.exec('pragma wal_autocheckpoint = 4000')
  const kept = new Map<string, SqliteStatement>()
  const prepare = (text: string): SqliteStatement => {
    const known = kept.get(text)
    if (known) return known
    const statement = db.prepare(text)
    const made: SqliteStatement = {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...values.map(bindable)),
      run: (values) => statement.run(...values.map(bindable)),
      iterate: (values) => statement.iterate(...values.map(bindable)),
    }
    if (kept.size >= keptStatements) kept.clear()
    kept.set(text, made)
    return made
  }
  return { close: () => db.close(), prepare }
}
